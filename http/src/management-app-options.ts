import { type Clock, MoJobError, MoJobErrorCode, systemClock } from "@mojob/core";
import { assertToken } from "./auth/token.ts";
import type { ReportError } from "./problem/error-handler.ts";

export interface ManagementAppOptions {
  /** What callers must bear. @default none: only this machine is answered */
  readonly token?: string;
  /** Limits everything to the jobs of one app. @default all */
  readonly scope?: { readonly app: string };
  /** Lets pages of these origins call the API from a browser. @default none */
  readonly cors?: { readonly origins: readonly string[] };
  /** Where the app is mounted, such as `/mojob`; used in links and `Location`. @default "" */
  readonly basePath?: string;
  /** @default systemClock */
  readonly clock?: Clock;
  /** Hears of every error nobody foresaw, with the id its caller was told. @default nothing */
  readonly onError?: ReportError;
}

export interface ResolvedManagementAppOptions {
  readonly token: string | undefined;
  readonly scope: { readonly app: string } | undefined;
  readonly origins: readonly string[];
  readonly basePath: string;
  readonly clock: Clock;
  readonly onError: ReportError;
}

const BASE_PATH = /^(\/[A-Za-z0-9._~-]+)*$/;

/** @throws MoJobError `invalid_configuration` for a weak token, an origin that is none, or a malformed base path */
export function resolveManagementAppOptions(options: ManagementAppOptions): ResolvedManagementAppOptions {
  const { token, scope, cors, basePath = "", clock = systemClock, onError = () => {} } = options;
  const origins = cors?.origins ?? [];
  if (token !== undefined) assertToken(token);
  for (const origin of origins) assertOrigin(origin);
  if (!BASE_PATH.test(basePath)) {
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      `Cannot serve the API under "${basePath}": a base path is "" or like "/mojob", without a slash at the end`,
    );
  }
  return { token, scope, origins, basePath, clock, onError };
}

function assertOrigin(origin: string): void {
  if (URL.parse(origin)?.origin === origin) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot allow the origin "${origin}": name each one as a browser does, such as "https://panel.example.com"`,
  );
}
