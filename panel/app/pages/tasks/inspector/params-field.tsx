import { ActionIcon, Button, Fieldset, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import type { TFunction } from "i18next";
import { Plus, X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Mistake } from "../../../ui/schema/field-buttons.tsx";
import { inputText } from "../../../ui/schema/schema-shape.ts";
import { type DeclaredParam, useDeclaredParams } from "./declared-params.ts";
import { ExpressionMember } from "./expression-member.tsx";
import { useForm } from "./form-context.ts";
import type { ChoiceName } from "./forms.ts";
import type { ListFieldProps } from "./list-field.tsx";
import { type Body, itemsOf } from "../edit/body.ts";
import { membersOf } from "./member-edit.ts";
import { OtherMembers } from "./other-members.tsx";
import { TypedValue } from "./typed-value.tsx";

/** The values that a node gives its job: those it declares are offered. */
export function ParamsField({ label, pointer, value, around, onChange }: ListFieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const declared = useDeclaredParams(around);
  const items = itemsOf(value).map(membersOf);
  const mistake = issues.get(pointer);
  const open = declared.filter((param) => !items.some((item) => item["name"] === param.name));
  const change = (next: readonly Body[]): void => onChange(next.length === 0 ? undefined : next);
  return (
    <Fieldset legend={label} className="inspector-set">
      {mistake !== undefined && <Mistake text={mistake} />}
      {items.map((item, index) => (
        <ParamRow
          // oxlint-disable-next-line react/no-array-index-key -- names are typed, and may be equal meanwhile
          key={index}
          number={index + 1}
          pointer={`${pointer}/${index}`}
          item={item}
          declared={declared.find(({ name }) => name === item["name"])}
          onChange={(next) => change(items.with(index, next))}
          onRemove={() => change(items.toSpliced(index, 1))}
        />
      ))}
      {open.map((param) => (
        <Group key={param.name} gap="xs" className="inspector-open-param">
          <Text size="xs">{t("inspector.params.of", { name: param.name, type: describe(param, t) })}</Text>
          {!isDisabled && (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`${t("inspector.params.give")}: ${param.name}`}
              onClick={() => change([...items, { name: param.name, expression: "" }])}
            >
              {t("inspector.params.give")}
            </Button>
          )}
        </Group>
      ))}
      {!isDisabled && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<Plus size={12} aria-hidden="true" />}
          onClick={() => change([...items, { name: "", expression: "" }])}
        >
          {t("inspector.add", { label })}
        </Button>
      )}
    </Fieldset>
  );
}

const TYPES: ReadonlySet<string> = new Set(["text", "number", "boolean", "file", "document", "json"]);

/** Its type, and what else is to be known of a parameter. */
function describe({ type, isRequired, isSecret }: DeclaredParam, t: TFunction): string {
  const shown = TYPES.has(type) ? t(`inspector.choice.${type as ChoiceName}`) : type;
  const words = [
    shown,
    ...(isRequired ? [t("inspector.params.required")] : []),
    ...(isSecret ? [t("inspector.params.secret")] : []),
  ];
  return words.join(" · ");
}

interface ParamRowProps {
  readonly number: number;
  readonly pointer: string;
  readonly item: Body;
  readonly declared: DeclaredParam | undefined;
  readonly onChange: (item: Body) => void;
  readonly onRemove: () => void;
}

/** One parameter: computed, or a value as it stands. */
function ParamRow({ number, pointer, item, declared, onChange, onRemove }: ParamRowProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const name = inputText(item["name"]);
  const label = name === "" ? t("inspector.numbered", { label: t("inspector.member.params"), number }) : name;
  const isValue = Object.hasOwn(item, "value");
  const field = {
    label,
    hint: declared === undefined ? undefined : describe(declared, t),
    around: item,
  };
  return (
    <div className="inspector-item">
      <div className="inspector-fields">
        <Group gap="xs" align="start">
          <TextInput
            size="xs"
            className="mono-input"
            aria-label={t("inspector.numbered", { label: t("inspector.member.name"), number })}
            error={issues.get(`${pointer}/name`) ?? issues.get(pointer)}
            value={name}
            disabled={isDisabled}
            onChange={({ currentTarget }) => onChange({ ...item, name: currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            size="xs"
            aria-label={t("inspector.kindOf", { label })}
            value={isValue ? "value" : "expression"}
            disabled={isDisabled}
            data={(["expression", "value"] as const).map((one) => ({
              value: one,
              label: t(`inspector.case.${one}`),
            }))}
            onChange={({ currentTarget }) =>
              onChange({
                name: item["name"],
                [currentTarget.value]: currentTarget.value === "value" ? null : "",
              })
            }
          />
        </Group>
        {isValue ? (
          <TypedValue
            {...field}
            kind={declared?.kind ?? "json"}
            choices={declared?.choices ?? []}
            pointer={`${pointer}/value`}
            value={item["value"]}
            onChange={(value) => onChange({ ...item, value: value ?? emptyOf(declared) })}
          />
        ) : (
          <ExpressionMember
            {...field}
            pointer={`${pointer}/expression`}
            value={item["expression"]}
            role="param"
            isCondition={false}
            onChange={(text) => onChange({ ...item, expression: text ?? "" })}
          />
        )}
        <OtherMembers
          known={["name", "value", "expression"]}
          pointer={pointer}
          value={item}
          onChange={onChange}
        />
      </div>
      {!isDisabled && (
        <ActionIcon
          aria-label={t("inspector.remove", { label: t("inspector.member.params"), number })}
          onClick={onRemove}
        >
          <X size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

/** A text in which nothing is written is an empty one. */
function emptyOf(declared: DeclaredParam | undefined): "" | null {
  return declared?.kind === "text" || declared?.kind === "long" ? "" : null;
}
