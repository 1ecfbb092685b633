import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";

/** Which executor a run was sent to, by which strategy, and which ones it did not go to. */
export function RunRouting({
  routing: { strategy, executor, refused },
}: {
  readonly routing: NonNullable<Instance["routing"]>;
}): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <span title={executor?.address ?? executor?.id}>{executor?.name ?? t("instances.routedToAny")}</span>
      <div className="dimmed">
        {t(`option.choice.routing.strategy.${strategy}` as never, { defaultValue: strategy })}
      </div>
      {refused.map(({ id, name, address, why }, index) => (
        <div key={`${id}/${index}`} className="dimmed" title={address ?? id}>
          {t("instances.refused", { name, why: t(`instances.refusal.${why}`) })}
        </div>
      ))}
    </>
  );
}
