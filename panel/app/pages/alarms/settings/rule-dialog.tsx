import { Button, Checkbox, Group, NativeSelect, NumberInput, Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AlarmRule } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { DurationInput } from "../../../ui/duration-input.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { isTime, type ParameterName } from "./rule-numbers.ts";
import { RulePreview } from "./rule-preview.tsx";
import { WhichNames } from "./which-names.tsx";

const SEVERITIES: readonly AlarmRule["severity"][] = ["critical", "warning", "info"];

export interface RuleDialogProps {
  readonly rules: readonly AlarmRule[];
  readonly builtIn: readonly AlarmRule[];
  /** The place of the rule that is edited; one behind the last is a new one. */
  readonly index: number;
  readonly revision: number;
  readonly onClose: () => void;
}

/** Makes a rule or edits one; shows what it would have opened. */
export function RuleDialog({ rules, builtIn, index, revision, onClose }: RuleDialogProps): ReactElement {
  const { t } = useTranslation();
  const [rule, setRule] = useState<AlarmRule>(() => rules[index] ?? newRule(rules, builtIn));
  const save = useApiChange("replaceAlarmRules", { onDone: onClose, onFailed: () => {} });
  const preview = useApiChange("previewAlarmRules", { onFailed: () => {} });
  const set = (change: Partial<AlarmRule>): void => setRule((before) => ({ ...before, ...change }));
  const next = [...rules.slice(0, index), rule, ...rules.slice(index + 1)];
  const error = save.error ?? preview.error;
  return (
    <DialogForm
      title={t(rules[index] === undefined ? "incidents.rule.add" : "incidents.rule.edit")}
      onClose={onClose}
      onSubmit={() => save.mutate({ body: { rules: next, revision } })}
      submitText={t("incidents.rule.save")}
      isPending={save.isPending}
    >
      {error && <ErrorState error={error} />}
      <NativeSelect
        label={t("incidents.rule.condition")}
        value={rule.condition}
        data-autofocus
        onChange={({ currentTarget: { value } }) => {
          const usual = builtIn.find(({ condition }) => condition === value);
          if (usual !== undefined)
            set({
              condition: usual.condition,
              severity: usual.severity,
              forMs: usual.forMs,
              parameters: usual.parameters,
            });
        }}
        data={builtIn.map(({ condition }) => ({
          value: condition,
          label: t(`incidents.condition.${condition}`),
        }))}
      />
      <TextInput
        label={t("incidents.rule.id")}
        description={t("incidents.rule.idHint")}
        value={rule.id}
        maxLength={64}
        onChange={({ currentTarget: { value } }) => set({ id: value })}
      />
      <Checkbox
        label={t("incidents.rule.enabled")}
        checked={rule.enabled}
        onChange={({ currentTarget: { checked } }) => set({ enabled: checked })}
      />
      <NativeSelect
        label={t("incidents.rule.severity")}
        value={rule.severity}
        onChange={({ currentTarget: { value } }) =>
          set({ severity: SEVERITIES.find((one) => one === value) ?? rule.severity })
        }
        data={SEVERITIES.map((value) => ({ value, label: t(`incidents.severity.${value}`) }))}
      />
      <Numbers rule={rule} onChange={set} />
      <Names rule={rule} onChange={set} />
      <Group gap="xs" align="start">
        <Button
          variant="default"
          loading={preview.isPending}
          onClick={() => preview.mutate({ body: { rules: [rule] } })}
        >
          {t("incidents.rule.preview")}
        </Button>
        {preview.data !== undefined && <RulePreview previews={preview.data.items} />}
      </Group>
    </DialogForm>
  );
}

interface RulePartProps {
  readonly rule: AlarmRule;
  readonly onChange: (change: Partial<AlarmRule>) => void;
}

function Numbers({ rule, onChange }: RulePartProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      {Object.entries(rule.parameters).map(([name, value]) => {
        const label = t(`incidents.rule.parameter.${name as ParameterName}`);
        const set = (next: number): void => onChange({ parameters: { ...rule.parameters, [name]: next } });
        return isTime(name) ? (
          <DurationInput key={name} label={label} ms={value} onChange={set} />
        ) : (
          <NumberInput
            key={name}
            label={label}
            value={value}
            min={0}
            onChange={(typed) => set(Number(typed))}
          />
        );
      })}
      <DurationInput
        label={t("incidents.rule.forLong")}
        ms={rule.forMs}
        onChange={(forMs) => onChange({ forMs })}
      />
    </>
  );
}

function Names({ rule, onChange }: RulePartProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <WhichNames which={rule} onChange={onChange} />
      <Text size="xs" c="dimmed">
        {t("incidents.rule.explanation")}
      </Text>
    </>
  );
}

/** A rule as its condition has it, under a name that no other rule has. */
function newRule(rules: readonly AlarmRule[], builtIn: readonly AlarmRule[]): AlarmRule {
  const usual = builtIn[0] as AlarmRule;
  let number = rules.length + 1;
  while (rules.some(({ id }) => id === `rule-${number}`)) number += 1;
  return { ...usual, id: `rule-${number}` };
}
