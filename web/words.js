// Writes a file for src/lang in which everything is still English: `node words.js fr`.
import { writeFileSync } from "node:fs";
import { createServer } from "vite";

const path = `src/lang/${process.argv[2]}.ts`;
const server = await createServer({
  server: { middlewareMode: true, ws: false },
  appType: "custom",
  logLevel: "error",
});
const { skeleton } = await server.ssrLoadModule("/src/lib/skeleton.ts");
await server.close();
writeFileSync(path, skeleton(), { flag: "wx" });
console.log(`web/${path}: everything in it is still English.`);
