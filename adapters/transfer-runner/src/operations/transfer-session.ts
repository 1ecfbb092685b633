import type { FileLimits, Session } from "@mojob/file-runner/operations";
import type { Login } from "./login.ts";

/** What one attempt has; the rest is what work with files has on the worker's side. */
export interface TransferSession extends Session {
  /** The connection's name. */
  readonly name: string;
  readonly login: Login;
  readonly limits: Required<FileLimits>;
  /** Reports how much of a file was transferred. */
  readonly progress: (fraction: number, message: string) => void;
}
