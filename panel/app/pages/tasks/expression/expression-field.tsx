import { Input, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { findMistake } from "./find-mistake.ts";
import { isComplete } from "./is-complete.ts";
import { PastValueLine } from "./past-value.tsx";
import type { ExpressionScope } from "./scope.ts";
import { readChoice, type ValueChoice, writeChoice } from "./value-choice.ts";
import { ValuePicker } from "./value-picker.tsx";
import "./expression.css";

const ExpressionEditor = lazy(async () => ({
  default: (await import("./expression-editor.tsx")).ExpressionEditor,
}));

export interface ExpressionFieldProps {
  readonly label: string;
  /** @default none */
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The expression; empty where there is none. */
  readonly text: string;
  readonly scope: ExpressionScope;
  readonly isDisabled: boolean;
  readonly onChange: (text: string) => void;
  /** Stands beside the label. @default nothing */
  readonly aside?: ReactNode;
}

/** A value by choice or as text, and what it had in the last run. Nothing is written until something is changed. */
export function ExpressionField(props: ExpressionFieldProps): ReactElement {
  const { label, text, scope, isDisabled, onChange } = props;
  // A choice is kept here until it is complete.
  const [kept, setKept] = useState<{ readonly of: string; readonly choice: ValueChoice | null } | null>(null);
  const choice = kept !== null && kept.of === text ? kept.choice : readChoice(text);
  const change = (next: ValueChoice): void => {
    const written = isComplete(next) ? writeChoice(next) : text;
    setKept({ of: written, choice: next });
    if (written !== text) onChange(written);
  };
  return (
    <ChoiceOrText {...props} fits={text === "" || choice !== null}>
      <ValuePicker label={label} choice={choice} scope={scope} isDisabled={isDisabled} onChange={change} />
    </ChoiceOrText>
  );
}

export interface ChoiceOrTextProps extends ExpressionFieldProps {
  /** Whether the form can show the expression. */
  readonly fits: boolean;
  /** The form. */
  readonly children: ReactNode;
}

/** An expression in its form or as text. */
export function ChoiceOrText({ fits, children, ...props }: ChoiceOrTextProps): ReactElement {
  const { t } = useTranslation();
  const { label, hint, error, text, scope, isDisabled, onChange, aside } = props;
  const [wanted, setWanted] = useState<"choose" | "text" | null>(null);
  const mode = wanted ?? (fits ? "choose" : "text");
  const mistake = findMistake(text)?.words ?? error;
  return (
    <Input.Wrapper
      labelElement="div"
      label={label}
      description={hint}
      error={mistake}
      className="expression-field"
      classNames={{ label: "expression-label" }}
    >
      <div className="expression-head">
        <SegmentedControl
          size="xs"
          aria-label={t("inspector.modeOf", { label })}
          value={mode}
          onChange={(value) => setWanted(value === "text" ? "text" : "choose")}
          data={[
            { value: "choose", label: t("inspector.choose") },
            { value: "text", label: t("inspector.asText") },
          ]}
        />
        {aside}
      </div>
      {mode === "choose" && !fits && (
        <Text size="xs" c="dimmed">
          {t("inspector.notInForm")} <span className="mono">{text}</span>
        </Text>
      )}
      {mode === "choose" ? (
        children
      ) : (
        <Suspense fallback={<Skeleton height={30} />}>
          <ExpressionEditor
            label={label}
            text={text}
            scope={scope}
            isDisabled={isDisabled}
            onChange={onChange}
          />
        </Suspense>
      )}
      <PastValueLine text={text} node={scope.node} />
    </Input.Wrapper>
  );
}
