// HTML that a tooltip may show.
//
// Help texts quote the user's file, and Markdown lets HTML through. The content security policy keeps
// scripts from running; this keeps markup, images and styles of a file out of the page, and shows them
// as text.

const allowed = new Set(
  "a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i kbd li ol p pre s strong sub sup table tbody td th thead tr ul".split(" "),
);

/**
 * Returns `html` with nothing but plain formatting.
 *
 * Every `<` either starts an allowed tag, which is written anew without attributes, or becomes text.
 * So the result is safe however the input is spelled, and no parser that runs under the page's policy
 * has to see the input.
 */
export function sanitize(html: string): string {
  return html.replace(/<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[<>]/gi, (all, slash = "", name = "", rest = "") => {
    const tag = String(name).toLowerCase();
    if (!allowed.has(tag)) return all.replace(/</g, "&lt;").replace(/>/g, "&gt;");
    return `<${slash}${tag}${tag === "a" && slash === "" ? linkAttributes(rest) : ""}>`;
  });
}

/** Returns the attributes of a link: to the web only, in a new tab. */
function linkAttributes(attributes: string): string {
  const address = /\shref="(https?:\/\/[^"\s]+)"/i.exec(attributes)?.[1];
  return address ? ` href="${address}" target="_blank" rel="noopener noreferrer"` : "";
}
