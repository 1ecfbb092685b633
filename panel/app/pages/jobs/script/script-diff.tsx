import { Group, NumberInput, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Operations } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";

type Hunk = Operations["diffScriptVersions"]["answer"]["hunks"][number];

const SIGNS = { same: " ", removed: "−", added: "+" } as const;

export interface ScriptDiffProps {
  readonly jobKey: string;
  readonly from: number;
  readonly to: number;
  /** The number of the newest version that is known. */
  readonly newest: number;
  readonly onChange: (from: number, to: number) => void;
}

/** The lines in which two versions differ, each with its number and a sign, so that nobody needs to see colours. */
export function ScriptDiff({ jobKey, from, to, newest, onChange }: ScriptDiffProps): ReactElement {
  const { t } = useTranslation();
  const diff = useApi("diffScriptVersions", { path: { key: jobKey }, query: { from, to } });
  const numbers = {
    min: 1,
    max: Math.max(newest, from, to),
    allowDecimal: false,
    clampBehavior: "strict",
    size: "xs",
  } as const;
  return (
    <section aria-label={t("script.diff")}>
      <Group gap="xs" mb="xs">
        <NumberInput
          {...numbers}
          label={t("script.diffFrom")}
          value={from}
          onChange={(value) => typeof value === "number" && value > 0 && onChange(value, to)}
        />
        <NumberInput
          {...numbers}
          label={t("script.diffTo")}
          value={to}
          onChange={(value) => typeof value === "number" && value > 0 && onChange(from, value)}
        />
      </Group>
      <QueryView query={diff}>
        {({ hunks }) =>
          hunks.length === 0 ? (
            <Text size="sm">{t("script.same")}</Text>
          ) : (
            <div className="script-diff scrolls" role="region" aria-label={t("script.diff")} tabIndex={0}>
              <table>
                {hunks.map((hunk) => (
                  <DiffHunk key={`${hunk.fromLine}/${hunk.toLine}`} hunk={hunk} />
                ))}
              </table>
            </div>
          )
        }
      </QueryView>
    </section>
  );
}

function DiffHunk({ hunk }: { readonly hunk: Hunk }): ReactElement {
  const { t } = useTranslation();
  let [from, to] = [hunk.fromLine, hunk.toLine];
  const rows = hunk.lines.map(({ kind, text }) => {
    const row = { kind, text, from: kind === "added" ? null : from, to: kind === "removed" ? null : to };
    if (kind !== "added") from += 1;
    if (kind !== "removed") to += 1;
    return row;
  });
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.from}/${row.to}`} className={`diff-${row.kind}`}>
          <td className="diff-number">{row.from}</td>
          <td className="diff-number">{row.to}</td>
          <td className="diff-sign">
            <span aria-hidden="true">{SIGNS[row.kind]}</span>
            {row.kind !== "same" && (
              <span className="diff-words">
                {t(row.kind === "added" ? "script.lineAdded" : "script.lineRemoved")}
              </span>
            )}
          </td>
          <td className="diff-text">{row.text}</td>
        </tr>
      ))}
    </tbody>
  );
}
