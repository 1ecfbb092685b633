import { issueAt, LoopTurns } from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";
import { assertDigest } from "./content-digest.ts";
import { findJsonMistake } from "./json-scanner.ts";

/** Most bytes a body may have. */
export const MAX_BODY_BYTES: number = 1024 * 1024;

/** A body of more is read in a turn of its own: many that come together would else take long in one. */
const LARGE_BYTES = 64 * 1024;

/** `application/json`, alone or with the one charset JSON has (RFC 8259 §8.1). */
const JSON_CONTENT_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads a request's JSON body; none at all is an empty object.
 *
 * The size is counted while it is read, so a body without a `Content-Length` is bounded too.
 * @param tenant in whose turns a large one is read. @default in those of none
 * @throws HTTPException 413, 415 and 400, each with its problem
 */
export async function readJsonBody(request: Request, tenant = ""): Promise<unknown> {
  const encoding = request.headers.get("Content-Encoding") ?? "identity";
  if (encoding !== "identity") {
    throw httpProblem(
      HttpProblemCode.UnsupportedMediaType,
      `Cannot read a body with Content-Encoding "${encoding}": send it as it is`,
    );
  }
  const bytes = await readBytes(request);
  await assertDigest(request.headers.get("Content-Digest"), bytes);
  if (bytes.length === 0) return {};
  const contentType = request.headers.get("Content-Type");
  if (contentType === null || !JSON_CONTENT_TYPE.test(contentType.trim())) {
    throw httpProblem(
      HttpProblemCode.UnsupportedMediaType,
      `Cannot read a body of type "${contentType ?? ""}": Content-Type must be application/json in UTF-8`,
    );
  }
  const turn = bytes.length > LARGE_BYTES ? LoopTurns.of(systemClock, tenant).take() : null;
  if (turn !== null) await turn;
  return parseJson(decode(bytes));
}

/** A client that leaves in the middle of its body made the mistake, not the server. */
async function readPart(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch {
    throw cutShort();
  }
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get("Content-Length") ?? 0);
  if (announced > MAX_BODY_BYTES) throw tooLarge();
  const bytes = request.body === null ? new Uint8Array(0) : await readStream(request.body);
  // Some servers end the body of a client that left as if it were whole: nothing of it may pass for no body at all.
  if (bytes.length < announced) throw cutShort();
  return bytes;
}

async function readStream(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await readPart(reader); !part.done; part = await readPart(reader)) {
    size += part.value.length;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function cutShort(): Error {
  return httpProblem(
    HttpProblemCode.MalformedJson,
    "Cannot read the body: the connection closed before its end",
  );
}

function tooLarge(): Error {
  return httpProblem(HttpProblemCode.BodyTooLarge, `Cannot read a body of more than ${MAX_BODY_BYTES} bytes`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw httpProblem(HttpProblemCode.MalformedJson, "Cannot read the body: it is not UTF-8");
  }
}

function parseJson(text: string): unknown {
  const mistake = findJsonMistake(text);
  if (mistake !== null) {
    throw httpProblem(
      HttpProblemCode.MalformedJson,
      `Cannot read the body: "${mistake.pointer}" ${mistake.message}`,
      {
        errors: [mistake],
      },
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw httpProblem(HttpProblemCode.MalformedJson, "Cannot read the body: it is not JSON", {
      errors: [issueAt("", "not_json")],
    });
  }
}
