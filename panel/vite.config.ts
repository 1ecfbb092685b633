import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";

/** What the server does to the page, where Vite serves it. */
const asServed: Plugin = {
  name: "as-served",
  apply: "serve",
  transformIndexHtml: (page) => page.replaceAll("%BASE%", "/").replaceAll("%NONCE%", ""),
};

const MERGE_REFS = fileURLToPath(new URL("app/base/merge-refs.ts", import.meta.url));

/** Every table of Mantine brings along its scroll area, which takes one function of ten lines from a library of a hundred KB. */
const smallScrollArea: Plugin = {
  name: "small-scroll-area",
  apply: "build",
  transform: (code, id) =>
    id.endsWith("/ScrollArea.mjs") ? code.replace('"@floating-ui/react"', JSON.stringify(MERGE_REFS)) : null,
};

const config: UserConfig = defineConfig({
  root: fileURLToPath(new URL("app", import.meta.url)),
  // Relative: the page says where its root is.
  base: "./",
  plugins: [react(), asServed, smallScrollArea],
  build: {
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The licences of what is bundled travel with it.
    license: { fileName: "assets/licences.md" },
    reportCompressedSize: false,
    // build.test.ts bounds what the first page loads; Vite's own warning would stand in each install.
    chunkSizeWarningLimit: 1000,
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: {
      "/api": { target: process.env["MOJOB_URL"] ?? "http://127.0.0.1:7788", changeOrigin: true },
    },
  },
});

export default config;
