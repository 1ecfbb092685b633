import { type Session, useSession } from "./use-session.ts";

export type Permission = Session["permissions"][number];

/** Whether the reader may do this; the API judges again. */
export function useMay(permission: Permission): boolean {
  return useSession().data?.permissions.includes(permission) ?? false;
}
