/** The smallest encoding that the caller accepts (RFC 9110 §12.5.3). */
export function encodingFor(acceptEncoding: string): "br" | "gzip" | "identity" {
  const read = new Set(
    acceptEncoding
      .toLowerCase()
      .split(",")
      .map((part) => part.split(";").map((piece) => piece.trim()))
      .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (read.has("br")) return "br";
  return read.has("gzip") || read.has("*") ? "gzip" : "identity";
}
