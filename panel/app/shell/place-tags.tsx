import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { usePlace } from "../session/use-place.ts";

/** Says which tenant and which environment this is, where it could be another one. */
export function PlaceTags(): ReactElement | null {
  const { t } = useTranslation();
  const { tenant, environment, isProduction } = usePlace();
  if (tenant === null && environment === null) return null;
  return (
    <div className="place-tags">
      {environment !== null && (
        <span
          className="badge badge-tag place-environment"
          data-production={isProduction}
          title={t("shell.placeEnvironment", { name: environment })}
        >
          {environment}
        </span>
      )}
      {tenant !== null && (
        <span className="badge badge-tag" title={t("shell.placeTenant", { name: tenant })}>
          {tenant}
        </span>
      )}
    </div>
  );
}
