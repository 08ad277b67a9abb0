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
    // The first page's code is one script: split into several, which it needs anyway, it would be larger.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "play", tags: ["$initial"] }] } } },
  },
});
