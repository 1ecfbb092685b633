import type { Context, MiddlewareHandler } from "hono";
import { encodingFor } from "../request/accept-encoding.ts";

/** Smaller responses fit into one packet, so compressing them gains nothing. */
const SMALLEST_BYTES = 1024;
const COMPRESSED = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:plain|html))\b/;

/**
 * Compresses JSON and pages for callers that accept gzip. Streams stay as they are, and so do small responses. An `ETag` stays strong: it is
 * the revision of what is shown and not of the bytes, and an edit has to send it back as it was.
 */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  if (!COMPRESSED.test(c.res.headers.get("Content-Type") ?? "")) return;
  c.res.headers.append("Vary", "Accept-Encoding");
  if (mayCompress(c)) c.res = await compressed(c.res);
};

function mayCompress({ req, res }: Context): boolean {
  if (req.method === "HEAD" || res.body === null || res.headers.has("Content-Encoding")) return false;
  return encodingFor(req.header("Accept-Encoding") ?? "") !== "identity";
}

async function compressed(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const bytes = await response.arrayBuffer();
  // An older runtime has no `CompressionStream`.
  if (bytes.byteLength < SMALLEST_BYTES || typeof CompressionStream === "undefined")
    return new Response(bytes, { status, statusText, headers });
  const zipped = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
  // Read to its end here, off the event loop: the length is known, and a caller that leaves holds no stream open.
  return new Response(await new Response(zipped).arrayBuffer(), { status, statusText, headers });
}
