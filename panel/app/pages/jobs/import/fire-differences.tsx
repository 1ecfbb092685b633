import { Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { Time } from "../../../time/time.tsx";
import { formatInstant } from "../../../time/format-time.ts";
import type { PreviewedJob } from "./use-import.ts";

/** How the fires of the next 12 months compare; each that differs is listed when asked for. */
export function FireDifferences({
  proof,
}: {
  readonly proof: NonNullable<PreviewedJob["proof"]>;
}): ReactElement {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { oldCount, newCount, differing, differences, comparedUntil, to, oracle } = proof;
  const summary =
    differing === 0
      ? t("import.equal", { count: newCount })
      : t("import.differ", { from: oldCount, to: newCount, count: differing });
  return (
    <>
      {differences.length === 0 ? (
        <Text size="sm">{summary}</Text>
      ) : (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{summary}</summary>
          {isOpen && (
            <ul className="import-findings">
              {differences.map(({ at, only }) => (
                <li key={`${at} ${only}`}>
                  <Time at={at} /> {only === "old" ? t("import.oldOnly") : t("import.newOnly")}
                </li>
              ))}
              {differing > differences.length && (
                <li>{t("import.more", { count: differing - differences.length })}</li>
              )}
            </ul>
          )}
        </details>
      )}
      <Text size="xs" c="dimmed">
        {oracle === null ? t("import.noOracle") : t("import.oracle", { oracle })}
      </Text>
      {comparedUntil !== to && (
        <Text size="xs" c="dimmed">
          {t("import.comparedUntil", { at: formatInstant(new Date(comparedUntil)) })}
        </Text>
      )}
    </>
  );
}
