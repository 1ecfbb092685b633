import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { PrimitiveInput } from "./primitive-input.tsx";
import {
  type Conversion,
  CONVERSIONS,
  isList,
  type Take,
  type ValueChoice,
  WHOLE_TAKES,
} from "./value-choice.ts";

export interface TakeFieldsProps {
  readonly label: string;
  readonly choice: ValueChoice;
  readonly isDisabled: boolean;
  /** The value may be missing, as that of a node that may not have run. */
  readonly isMaybe: boolean;
  readonly hasContains: boolean;
  readonly onChange: (choice: ValueChoice) => void;
}

const FRESH: Readonly<Record<Exclude<Take["by"], (typeof WHOLE_TAKES)[number]>, Take>> = {
  between: { by: "between", begin: "", end: "" },
  pattern: { by: "pattern", pattern: "(.+)" },
  line: { by: "line", line: 1 },
  contains: { by: "contains", text: "" },
};

/** What is taken of a value, what stands for it where there is none, and what becomes of it. */
export function TakeFields(props: TakeFieldsProps): ReactElement {
  const { t } = useTranslation();
  const { label, choice, isDisabled, isMaybe, hasContains, onChange } = props;
  const { source, take, orElse, as, before, after } = choice;
  const isFixed = source.kind === "fixed" || source.kind === "file" || source.kind === "document";
  const isChanged = take !== undefined || as !== undefined || before !== undefined || after !== undefined;
  if (isFixed && !isChanged && orElse === undefined) return <></>;
  const by = take?.by ?? "";
  const kinds = Object.keys(FRESH).filter((one) => hasContains || one !== "contains" || by === one);
  return (
    <>
      {(isMaybe || orElse !== undefined) && <ElseField {...props} />}
      <details className="value-more" open={isChanged}>
        <summary>{t("inspector.more")}</summary>
        <div className="value-line">
          <NativeSelect
            size="xs"
            aria-label={t("inspector.takeOf", { label })}
            value={by}
            disabled={isDisabled}
            data={[
              { value: "", label: t("inspector.takeWhole") },
              ...[...kinds, ...WHOLE_TAKES].map((value) => ({
                value,
                label: t(`inspector.take.${value as Take["by"]}`),
              })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange(withTake(choice, value))}
          />
          {take !== undefined && (
            <TakeArguments
              label={label}
              take={take}
              isDisabled={isDisabled}
              onChange={(next) => onChange({ ...choice, take: next })}
            />
          )}
        </div>
        <div className="value-line">
          <NativeSelect
            size="xs"
            aria-label={t("inspector.asOf", { label })}
            value={as ?? ""}
            disabled={isDisabled}
            data={[
              { value: "", label: t("inspector.asIs") },
              ...Object.keys(CONVERSIONS).map((value) => ({
                value,
                label: t(`inspector.as.${value as Conversion}`),
              })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange(withAs(choice, value))}
          />
          <TextAround {...props} side="before" />
          <TextAround {...props} side="after" />
        </div>
        {!isMaybe && orElse === undefined && <ElseField {...props} />}
      </details>
    </>
  );
}

function withTake(choice: ValueChoice, by: string): ValueChoice {
  const { take: _, ...others } = choice;
  const whole = WHOLE_TAKES.find((one) => one === by);
  const fresh = Object.hasOwn(FRESH, by) ? FRESH[by as keyof typeof FRESH] : undefined;
  const take = whole === undefined ? fresh : { by: whole };
  return take === undefined ? others : { ...others, take };
}

function withAs(choice: ValueChoice, name: string): ValueChoice {
  const { as: _, ...others } = choice;
  const as = (Object.keys(CONVERSIONS) as Conversion[]).find((one) => one === name);
  return as === undefined ? others : { ...others, as };
}

/** The value where there is none. */
function ElseField({ label, choice, isDisabled, isMaybe, onChange }: TakeFieldsProps): ReactElement {
  const { t } = useTranslation();
  const { orElse, ...others } = choice;
  return (
    <div className="value-line">
      <Checkbox
        size="xs"
        label={t("inspector.orElse")}
        checked={orElse !== undefined}
        // Where it may be missing the body would be wrong without.
        disabled={isDisabled || (isMaybe && orElse !== undefined)}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { ...choice, orElse: null } : others)
        }
      />
      {orElse !== undefined && (
        <PrimitiveInput
          label={t("inspector.orElseOf", { label })}
          value={orElse}
          isDisabled={isDisabled}
          onChange={(value) => !isList(value) && onChange({ ...choice, orElse: value })}
        />
      )}
    </div>
  );
}

interface TextAroundProps extends TakeFieldsProps {
  readonly side: "before" | "after";
}

function TextAround({ label, choice, isDisabled, side, onChange }: TextAroundProps): ReactElement {
  const { t } = useTranslation();
  const { [side]: text, ...others } = choice;
  return (
    <TextInput
      size="xs"
      aria-label={t(side === "before" ? "inspector.beforeOf" : "inspector.afterOf", { label })}
      placeholder={t(side === "before" ? "inspector.before" : "inspector.after")}
      value={text ?? ""}
      disabled={isDisabled}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === "" ? others : withText({ ...others, [side]: value }))
      }
      autoComplete="off"
    />
  );
}

/** Only text is joined to text. */
function withText(choice: ValueChoice): ValueChoice {
  return choice.as === undefined ? { ...choice, as: "text" } : choice;
}

interface TakeArgumentsProps {
  readonly label: string;
  readonly take: Take;
  readonly isDisabled: boolean;
  readonly onChange: (take: Take) => void;
}

function TakeArguments({ label, take, isDisabled, onChange }: TakeArgumentsProps): ReactElement | null {
  const { t } = useTranslation();
  const input = (name: string, value: string, change: (text: string) => void): ReactElement => (
    <TextInput
      size="xs"
      className="mono-input"
      aria-label={`${name}: ${label}`}
      placeholder={name}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      autoComplete="off"
    />
  );
  switch (take.by) {
    case "between":
      return (
        <>
          {input(t("inspector.begin"), take.begin, (begin) => onChange({ ...take, begin }))}
          {input(t("inspector.end"), take.end, (end) => onChange({ ...take, end }))}
        </>
      );
    case "pattern":
      return input(t("inspector.pattern"), take.pattern, (pattern) => onChange({ by: "pattern", pattern }));
    case "line":
      return input(t("inspector.line"), String(take.line), (text) => {
        if (/^[1-9]\d{0,3}$/.test(text)) onChange({ by: "line", line: Number(text) });
      });
    case "contains":
      return input(t("inspector.text"), take.text, (text) => onChange({ by: "contains", text }));
    default:
      return null;
  }
}
