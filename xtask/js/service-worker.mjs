// Writes sw.js: node service-worker.mjs FOLDER FILE...
// Everything it needs is in that one file; nothing is loaded from elsewhere.
import { generateSW } from "workbox-build";

const [folder, ...files] = process.argv.slice(2);

const { count, size, warnings } = await generateSW({
  globDirectory: folder,
  globPatterns: files,
  swDest: `${folder}/sw.js`,
  // Such names change with the content, so the browser's own cache may serve them.
  dontCacheBustURLsMatching: /-[0-9a-f]{16}\.\w+$/,
  // The page reads its address's parameters itself.
  ignoreURLParametersMatching: [/./],
  maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
  cleanupOutdatedCaches: true,
  inlineWorkboxRuntime: true,
  // The page asks its user first, then sends {type: "SKIP_WAITING"}.
  skipWaiting: false,
  clientsClaim: false,
  sourcemap: false,
  mode: "production",
});

for (const warning of warnings) console.warn(`  ${warning}`);
if (count !== files.length) {
  console.error(`  ${files.length} files are to be kept, but only ${count} were found`);
  process.exitCode = 1;
}
console.log(`  ${count} files, ${(size / 1000).toFixed(0)} kB uncompressed, are kept for use offline`);
