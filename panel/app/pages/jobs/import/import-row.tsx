import { NativeSelect, Table, Text } from "@mantine/core";
import { intervalText } from "../parts/interval-text.ts";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { TickBox } from "../../../ui/table/tick-box.tsx";
import { FireDifferences } from "./fire-differences.tsx";
import type { OnClash, PreviewedJob } from "./use-import.ts";

const RULES: readonly OnClash[] = ["skip", "replace", "rename"];

export interface ImportRowProps {
  readonly job: PreviewedJob;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly rule: OnClash;
  readonly onRule: (rule: OnClash) => void;
}

/** A job of the source: who it is here, what changes, and its fires before and after. */
export function ImportRow({ job, isTicked, onTick, rule, onRule }: ImportRowProps): ReactElement {
  const { t } = useTranslation();
  const { key, name, cron, everyMs, everyFrom, timeZone, clash, standingKey, importable, findings } = job;
  return (
    <Table.Tr data-import={job.id}>
      <Table.Td className="tick">
        {importable && clash !== "same" && (
          <TickBox label={t("import.choose", { key })} isTicked={isTicked} onTick={onTick} />
        )}
      </Table.Td>
      <Table.Td>
        <span className="mono">{key}</span>
        {name !== key && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {name}
          </Text>
        )}
        <Text size="xs">
          {cron !== null && <span className="mono">{`${cron} ${timeZone ?? ""}`}</span>}
          {everyMs !== null && intervalText({ everyMs, everyFrom }, t)}
          {cron === null && everyMs === null && t("import.noSchedule")}
        </Text>
        {clash !== "none" && (
          <Text size="xs" fw={600}>
            {t(`import.clash.${clash}`, { key: standingKey ?? key })}
          </Text>
        )}
        {(clash === "changed" || clash === "taken") && importable && (
          <NativeSelect
            size="xs"
            aria-label={t("import.onClash", { key })}
            value={rule}
            data={RULES.filter((one) => clash === "taken" || one !== "rename").map((one) => ({
              value: one,
              label: t(`import.clashRules.${one}`),
            }))}
            onChange={({ currentTarget: { value } }) => onRule(RULES.find((one) => one === value) ?? "skip")}
          />
        )}
        {!importable && (
          <Text size="xs" fw={600}>
            {t("import.notImportable")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <ul className="import-findings">
          {findings.map(({ code, field, level, message }) => (
            <li key={`${code} ${field ?? ""} ${message}`} className={level === "info" ? "dimmed" : undefined}>
              {field !== null && (
                <span className="import-field">
                  {t(`import.fields.${field}` as never, { defaultValue: field }) as string}:{" "}
                </span>
              )}
              {message}
            </li>
          ))}
        </ul>
      </Table.Td>
      <Table.Td>{job.proof !== null && <FireDifferences proof={job.proof} />}</Table.Td>
    </Table.Tr>
  );
}
