import { useTranslation } from "react-i18next";
import { type Session, useSession } from "./use-session.ts";

export type Permission = Session["permissions"][number];

/**
 * Whether the reader may do this; the API judges again.
 * @param app in which app @default in any
 */
export function useMay(permission: Permission, app?: string): boolean {
  const { data } = useSession();
  return mayIn(data, permission, app);
}

/**
 * Why the reader may not do what needs these permissions, as a button says it; `null` where it may.
 * @param app in which app @default in any
 */
export function useRefusal(permissions: Permission | readonly Permission[], app?: string): string | null {
  const { t } = useTranslation();
  const { data } = useSession();
  // Until it is known what the reader may do, nothing is refused: the API judges.
  if (data === undefined) return null;
  const lacking = [permissions].flat().find((permission) => !holds(data, permission, app));
  if (lacking === undefined) return null;
  return app === undefined
    ? t("common.needs", { permission: lacking })
    : t("common.needsIn", { permission: lacking, app });
}

/** As `useMay`, of somebody whose session is known. */
export function mayIn(session: Session | undefined, permission: Permission, app?: string): boolean {
  return session !== undefined && holds(session, permission, app);
}

function holds(
  { permissions, grants = [] }: Session,
  permission: Permission,
  app: string | undefined,
): boolean {
  if (permissions.includes(permission)) return true;
  return grants.some(
    (grant) => grant.permission === permission && (app === undefined || grant.apps.includes(app)),
  );
}
