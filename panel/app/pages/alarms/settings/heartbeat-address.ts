import { apiRoot } from "../../../api/api-root.ts";

/** Where a heartbeat reports, as this browser reaches the API. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\//, ""), apiRoot()).href;
}
