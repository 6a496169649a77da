// nginx with the documented configuration, on a port and with folders of its own.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { projectPath } from "./pages/files.ts";

/** The module of Debian's package that sends `.br` files. */
const brotli = "usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/** Writes the configuration of a server of `dist/`; returns the command that starts it. */
export function nginx(port: number): string {
  const program = process.env.BOBBIN_NGINX ?? projectPath(".tools/nginx/usr/sbin/nginx");
  if (!existsSync(program)) throw new Error(`there is no nginx at ${program}: BOBBIN_NGINX names one`);
  // The folder in which it was unpacked, or that of the system.
  const root = dirname(dirname(dirname(program)));
  const folder = projectPath("e2e/results/nginx-server");
  mkdirSync(folder, { recursive: true });
  const types = [join(root, "etc/nginx/mime.types"), "/etc/nginx/mime.types"].find((it) => existsSync(it));
  if (types === undefined) throw new Error(`there are no mime.types beside ${program}`);
  copyFileSync(types, join(folder, "mime.types"));
  const module = join(root, brotli);
  const hasBrotli = existsSync(module);
  const documented = readFileSync(projectPath("docs/hosting/nginx.conf"), "utf8");
  const server = [
    ["listen 8080;", `listen 127.0.0.1:${port};`],
    ["alias /srv/bobbin/;", `alias ${projectPath("dist")}/;`],
    ["gzip_static on;", hasBrotli ? "gzip_static on;\n        brotli_static on;" : "gzip_static on;"],
  ].reduce((text, [from = "", to = ""]) => {
    if (!text.includes(from)) throw new Error(`docs/hosting/nginx.conf does not say ${from}`);
    return text.replace(from, to);
  }, documented);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((it) => `${it}_temp_path ${join(folder, it)};`);
  const config = `
    ${hasBrotli ? `load_module ${module};` : ""}
    daemon off;
    worker_processes 1;
    pid ${join(folder, "nginx.pid")};
    error_log stderr;
    events {}
    http {
      access_log off;
      ${temporary.join("\n      ")}
      ${server}
    }
  `;
  writeFileSync(join(folder, "nginx.conf"), config);
  return `exec "${program}" -p "${folder}" -e stderr -c "${join(folder, "nginx.conf")}"`;
}
