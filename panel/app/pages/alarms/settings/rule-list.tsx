import { Text, Title } from "@mantine/core";
import { ArrowUp, Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AlarmRule } from "../../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { durationText } from "../../../time/duration-text.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { isTime, type ParameterName } from "./rule-numbers.ts";
import { RowActs } from "./row-acts.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

/** The rules by which alarms are opened, in the order in which they count. */
export function RuleList(): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("alarms:edit", null);
  const list = useApi("listAlarmRules", {});
  const change = useApiChange("replaceAlarmRules");
  /** The place of the rule that is edited; one behind the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <QueryView query={list}>
      {({ rules, builtIn, revision }) => {
        const save = (next: readonly AlarmRule[]): void =>
          change.mutate({ body: { rules: [...next], revision } });
        return (
          <SettingsSection
            title={t("incidents.rule.title")}
            explanation={t("incidents.rule.explanation")}
            add={{
              label: t("incidents.rule.add"),
              icon: <Plus size={14} />,
              onClick: () => setEdited(rules.length),
              refusal,
            }}
            none={t("incidents.rule.none")}
            rows={rules.map((rule, index) => (
              <RuleRow key={rule.id} rule={rule}>
                <RowActs
                  refusal={refusal}
                  editLabel={t("incidents.rule.edit")}
                  onEdit={() => setEdited(index)}
                  onRemove={() => save(rules.filter((one) => one !== rule))}
                >
                  {index > 0 && (
                    <RefusableButton
                      refusal={refusal}
                      size="compact-xs"
                      variant="default"
                      leftSection={<ArrowUp size={12} aria-hidden="true" />}
                      onClick={() => save(movedUp(rules, index))}
                    >
                      {t("incidents.rule.up")}
                    </RefusableButton>
                  )}
                </RowActs>
              </RuleRow>
            ))}
          >
            <Title order={3} size="h6">
              {t("incidents.rule.builtIn")}
            </Title>
            <ul className="incidents">
              {builtIn.map((rule) => (
                <RuleRow key={rule.id} rule={rule} />
              ))}
            </ul>
            {edited !== null && (
              <RuleDialog
                rules={rules}
                builtIn={builtIn}
                index={edited}
                revision={revision}
                onClose={() => setEdited(null)}
              />
            )}
          </SettingsSection>
        );
      }}
    </QueryView>
  );
}

function RuleRow({
  rule,
  children,
}: {
  readonly rule: AlarmRule;
  readonly children?: ReactElement | false;
}): ReactElement {
  const { t } = useTranslation();
  const { id, condition, enabled, severity, apps, jobs, tags, note } = rule;
  const named = [...(apps ?? []), ...(jobs ?? []), ...(tags ?? []).map((tag) => `#${tag}`)];
  const isBuiltIn = id.startsWith("built-in:");
  return (
    <li className="incident rule">
      <div className="incident-text">
        <Text size="sm" component="div">
          <b>{t(`incidents.condition.${condition}`)}</b> {!isBuiltIn && <span className="mono">{id}</span>}
        </Text>
        <Text size="xs" c="dimmed" component="div" className="incident-facts">
          <span>{t(`incidents.severity.${severity}`)}</span>
          {!isBuiltIn && <span>{named.length === 0 ? t("incidents.rule.all") : named.join(", ")}</span>}
          {Object.entries(rule.parameters).map(([name, value]) => (
            <span key={name}>
              {t(`incidents.rule.parameter.${name as ParameterName}`)}:{" "}
              {isTime(name) ? durationText(value) : value}
            </span>
          ))}
          {!enabled && <Tag isWarning>{t("incidents.rule.isOff")}</Tag>}
          {note !== null && <span>{note}</span>}
        </Text>
      </div>
      {children}
    </li>
  );
}

function movedUp(rules: readonly AlarmRule[], index: number): readonly AlarmRule[] {
  const next = rules.filter((_, at) => at !== index);
  const moved = rules[index];
  return moved === undefined ? rules : [...next.slice(0, index - 1), moved, ...next.slice(index - 1)];
}
