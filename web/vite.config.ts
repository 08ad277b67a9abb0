import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Addresses are relative, so that the app can be served under any path.
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "../src/ventnor/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict content-security policy allows no data: addresses
    modulePreload: { polyfill: false },
    // One style sheet of 17 kB, gzipped: lazy parts then need no styles of their own, which might fail to load.
    cssCodeSplit: false,
    // Whatever the first page needs comes in one piece: in many it would be larger, and all of them are needed anyway.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "play", tags: ["$initial"] }] } } },
  },
});
