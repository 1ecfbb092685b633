import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { Time } from "../../../time/time.tsx";

type Preview = ApiAnswer<"previewAlarmRules">["items"][number];

/** The incidents that a rule would have opened. */
export function RulePreview({ previews }: { readonly previews: readonly Preview[] }): ReactElement | null {
  const { t } = useTranslation();
  const [preview] = previews;
  if (preview === undefined) return null;
  const { incidents, examples, from } = preview;
  if (incidents === null)
    return (
      <Text size="sm" role="status">
        {t("incidents.rule.noPreview")}
      </Text>
    );
  return (
    <div role="status" className="rule-preview">
      <Text size="sm" fw={600}>
        {incidents === 0
          ? t("incidents.rule.previewedNone")
          : t("incidents.rule.previewed", { count: incidents })}
      </Text>
      <Text size="xs" c="dimmed">
        {t("incidents.rule.lookedFrom")} <Time at={from} />
      </Text>
      <ul className="incidents">
        {examples.map(({ jobKey, at, runs }) => (
          <li key={`${jobKey} ${at}`}>
            <Text size="sm">
              <Time at={at} /> <span className="mono">{jobKey}</span> ·{" "}
              {t("incidents.rule.example", { runs })}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
