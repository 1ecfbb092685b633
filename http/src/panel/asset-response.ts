import type { PanelAsset } from "@mojob/panel";
import { encodingFor } from "../request/accept-encoding.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";

/** A built file, where it may be compressed in the smallest encoding that the caller accepts. Its name contains its hash, so browsers keep it. */
export function assetResponse(asset: PanelAsset, request: Request, compress: boolean): Response {
  const encoding = compress ? encodingFor(request.headers.get("Accept-Encoding") ?? "") : "identity";
  const etag = `"${asset.hash}${encoding === "identity" ? "" : `-${encoding}`}"`;
  const headers = {
    "Content-Type": asset.type,
    "Cache-Control": IMMUTABLE,
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  if (matches(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  if (encoding === "identity") {
    const body = request.method === "HEAD" ? null : new Response(asset.bytes("gzip")).body;
    return new Response(body?.pipeThrough(new DecompressionStream("gzip")) ?? null, { headers });
  }
  return new Response(request.method === "HEAD" ? null : asset.bytes(encoding), {
    headers: { ...headers, "Content-Encoding": encoding },
  });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const given = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return given.includes("*") || given.includes(etag);
}
