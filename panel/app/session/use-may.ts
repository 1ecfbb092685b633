import { useTranslation } from "react-i18next";
import { hasFeature } from "./use-feature.ts";
import { type Session, useSession } from "./use-session.ts";

export type Permission = Session["permissions"][number];

/** An app; `null` is each of them, for what holds for all together; `undefined` is any. */
type InApp = string | null | undefined;

/** Whether the reader may do this, in any app where none is named; the API judges again. */
export function useMay(permission: Permission, app?: string | null): boolean {
  return mayIn(useSession().data, permission, app);
}

/** Why the reader may not do what needs these permissions, as a button says it; `null` where it may. */
export function useRefusal(
  permissions: Permission | readonly Permission[],
  app?: string | null,
): string | null {
  const { t } = useTranslation();
  const { data } = useSession();
  // Until it is known what the reader may do, nothing is refused: the API judges.
  if (data === undefined) return null;
  const lacking = [permissions].flat().find((permission) => !mayIn(data, permission, app));
  if (lacking === undefined) return null;
  return typeof app === "string"
    ? t("common.needsIn", { permission: lacking, app })
    : t("common.needs", { permission: lacking });
}

/** As `useMay`, of somebody whose session is read already. */
export function mayIn(session: Session | undefined, permission: Permission, app: InApp): boolean {
  const { permissions = [], grants = [] } = session ?? {};
  // Nobody has a permission for a feature that the scheduler was opened without.
  if (permission.startsWith("alarms:") && !hasFeature(session, "alarms")) return false;
  if (permissions.includes(permission)) return true;
  if (app === null) return false;
  return grants.some(
    (grant) => grant.permission === permission && (app === undefined || grant.apps.includes(app)),
  );
}
