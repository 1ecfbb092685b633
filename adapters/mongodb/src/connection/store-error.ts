import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import {
  MongoBulkWriteError,
  MongoChangeStreamError,
  MongoClientClosedError,
  MongoError,
  MongoErrorLabel,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoStalePrimaryError,
  MongoSystemError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from "mongodb";

const UNAVAILABLE: readonly (abstract new (...args: never[]) => MongoError)[] = [
  MongoChangeStreamError,
  MongoClientClosedError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoStalePrimaryError,
  MongoSystemError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
];

/**
 * Codes of a server that is there and cannot serve: shutting down, stepping down, not primary (any more), out of time,
 * majority not reached. https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
 */
const UNAVAILABLE_CODES = new Set([
  6, 7, 50, 64, 79, 89, 91, 100, 134, 189, 202, 262, 9001, 10107, 11600, 11602, 13388, 13435, 13436,
]);

/** The names of errors of the driver's connection pool, which exports neither. */
const UNAVAILABLE_NAMES = new Set(["MongoWaitQueueTimeoutError", "MongoPoolClosedError"]);

/** Node's codes for a socket that broke: the driver does not wrap all of them. */
const SOCKET_CODES = new Set<unknown>([
  "EPIPE",
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ERR_SOCKET_CLOSED",
]);

const DUPLICATE_KEY = 11_000;

/** The error a caller gets: `store_unavailable` where the server is unavailable, what it reported otherwise. */
export function toStoreError(doing: string, error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  const message = `Cannot ${doing}: the MongoDB server does not respond; see that it runs and that its address is right`;
  return new MoJobError(MoJobErrorCode.StoreUnavailable, message, { cause: error });
}

export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Whether an insert failed at a key that no document has any more: SecantusDB keeps in a unique index what a document was
 * inserted with, until the document is removed, and then refuses the whole statement.
 */
export function isStaleKey(error: unknown): boolean {
  return (
    error instanceof MongoBulkWriteError &&
    error.code === DUPLICATE_KEY &&
    [error.writeErrors].flat().length === 0
  );
}

export interface PartialWrite {
  /** Positions of what was refused for a key that is taken. */
  readonly taken: ReadonlySet<number>;
  readonly matchedCount: number;
}

/** The result of a bulk write that failed. @throws the error itself, if anything but taken keys stood against it */
export function toPartialWrite(error: unknown): PartialWrite {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const refused = [error.writeErrors].flat();
  if (refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return { taken: new Set(refused.map(({ index }) => index)), matchedCount: error.matchedCount };
}

function isUnavailable(error: unknown): boolean {
  if (UNAVAILABLE.some((type) => error instanceof type)) return true;
  // The driver wraps what cut a bulk write short, and keeps of it no more than the message.
  if (error instanceof MongoBulkWriteError && isCutShort(error)) return true;
  if (error instanceof Error && "code" in error && SOCKET_CODES.has(error.code)) return true;
  if (!(error instanceof MongoError)) return false;
  return (
    UNAVAILABLE_NAMES.has(error.name) ||
    UNAVAILABLE_CODES.has(Number(error.code)) ||
    error.hasErrorLabel(MongoErrorLabel.RetryableWriteError)
  );
}

function isCutShort({ code, writeErrors }: MongoBulkWriteError): boolean {
  const refused = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
  // A server's codes are numbers; a socket's are names.
  return typeof code !== "number" && refused.length === 0;
}
