// Writes sw.js: node service-worker.mjs FOLDER FILE... The result is one file that loads nothing else.
import { generateSW } from "workbox-build";

const [folder, ...files] = process.argv.slice(2);

const { count, size, warnings } = await generateSW({
  globDirectory: folder,
  globPatterns: files,
  swDest: `${folder}/sw.js`,
  // These names change with the content, so the browser's own cache may serve them.
  dontCacheBustURLsMatching: /-[0-9a-f]{16}\.\w+$/,
  // The page reads the parameters of its address itself.
  ignoreURLParametersMatching: [/./],
  maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
  cleanupOutdatedCaches: true,
  inlineWorkboxRuntime: true,
  // The page asks the user first, then sends {type: "SKIP_WAITING"}.
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
