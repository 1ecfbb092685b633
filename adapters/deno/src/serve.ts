/**
 * Listens on Deno through Deno's own `node:http`. `Deno.serve` has no limit on how long a client takes to send its headers or
 * body, or stays connected without a request (Deno 2.9); Node's server has them, and Deno's copy of it keeps to them.
 */
export { serve } from "@mojob/node";
