import { ActionIcon, Button, Checkbox, Fieldset, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { Mistake } from "../../../ui/schema/field-buttons.tsx";
import { type Body, withMember } from "../edit/body.ts";
import { type FieldProps, useForm } from "./form-context.ts";
import {
  type FormField,
  freshName,
  knownMembers,
  readFields,
  turnedField,
  writeFields,
} from "./form-fields.ts";
import { JsonMember } from "./json-member.tsx";
import { membersOf } from "./member-edit.ts";
import { OtherMembers } from "./other-members.tsx";
import { TextField } from "./text-fields.tsx";
import { TypedValue } from "./typed-value.tsx";
import { choicesOf, kindOfSchema, VALUE_KINDS, type ValueKind } from "./value-kind.ts";

/** The form that people are asked to fill in, a field after the other; a schema that no fields are for is written as JSON. */
export function FormBuilder(props: FieldProps): ReactElement | null {
  const { label, pointer, value, onChange } = props;
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const fields = readFields(value);
  if (fields === null) return <JsonMember {...props} hint={t("inspector.asksFor.schema")} />;
  const mistake = issues.get(pointer);
  const change = (next: readonly FormField[]): void => onChange(writeFields(value, next));
  const add = { name: freshName(fields), schema: turnedField({}, "text"), isRequired: false };
  return (
    <Fieldset legend={label} className="inspector-set">
      {mistake !== undefined && <Mistake text={mistake} />}
      {fields.map((field, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a field that gets another name is the same
        <div key={index} className="inspector-item">
          <FieldForm
            field={field}
            number={index + 1}
            pointer={`${pointer}/properties/${field.name.replaceAll("~", "~0").replaceAll("/", "~1")}`}
            others={fields.toSpliced(index, 1)}
            onChange={(next) => change(fields.with(index, next))}
          />
          {!isDisabled && (
            <ActionIcon
              aria-label={t("inspector.remove", { label: t("inspector.asksFor.field"), number: index + 1 })}
              onClick={() => change(fields.toSpliced(index, 1))}
            >
              <X size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!isDisabled && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<Plus size={12} aria-hidden="true" />}
          onClick={() => change([...fields, add])}
        >
          {t("inspector.add", { label: t("inspector.asksFor.field") })}
        </Button>
      )}
      <OtherMembers
        known={["type", "properties", "required"]}
        pointer={pointer}
        value={membersOf(value)}
        onChange={onChange}
      />
    </Fieldset>
  );
}

interface FieldFormProps {
  readonly field: FormField;
  readonly number: number;
  readonly pointer: string;
  readonly others: readonly FormField[];
  readonly onChange: (field: FormField) => void;
}

/** What is asked, and how. */
function FieldForm({ field, number, pointer, others, onChange }: FieldFormProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled } = useForm();
  const { schema } = field;
  const kind = kindOfSchema(schema);
  return (
    <div
      className="inspector-fields"
      role="group"
      aria-label={t("inspector.numbered", { label: t("inspector.asksFor.field"), number })}
    >
      <FieldName
        name={field.name}
        taken={others.map(({ name }) => name)}
        onChange={(name) => onChange({ ...field, name })}
      />
      <NativeSelect
        size="xs"
        label={t("inspector.member.type")}
        value={kind}
        disabled={isDisabled}
        data={VALUE_KINDS.map((value) => ({ value, label: t(`inspector.asksFor.kinds.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const next = VALUE_KINDS.find((one) => one === value) ?? "json";
          onChange({ ...field, schema: turnedField(schema, next) });
        }}
      />
      {kind === "json" ? (
        <JsonMember
          label={t("inspector.asksFor.kinds.json")}
          pointer={pointer}
          value={schema}
          around={schema}
          onChange={(next) => onChange({ ...field, schema: membersOf(next) })}
        />
      ) : (
        <SingleValue field={field} kind={kind} pointer={pointer} onChange={onChange} />
      )}
      <Checkbox
        size="xs"
        label={t("inspector.member.required")}
        checked={field.isRequired}
        disabled={isDisabled}
        onChange={({ currentTarget: { checked } }) => onChange({ ...field, isRequired: checked })}
      />
    </div>
  );
}

interface SingleValueProps extends Pick<FieldFormProps, "field" | "pointer" | "onChange"> {
  readonly kind: ValueKind;
}

/** What is said of a value that has an input of its own. */
function SingleValue({ field, kind, pointer, onChange }: SingleValueProps): ReactElement {
  const { t } = useTranslation();
  const { schema } = field;
  const put = (next: Body): void => onChange({ ...field, schema: next });
  const member = (name: "title" | "enum" | "description" | "default"): FieldProps => ({
    label: t(`inspector.asksFor.${name}`),
    pointer: `${pointer}/${name}`,
    value: schema[name],
    around: schema,
    onChange: (value) => put(withMember(schema, name, value)),
  });
  return (
    <>
      <TextField {...member("title")} />
      {kind === "choice" && <ChoicesField {...member("enum")} />}
      <TextField {...member("description")} />
      <TypedValue {...member("default")} kind={kind} choices={choicesOf(schema)} />
      <OtherMembers known={knownMembers(kind)} pointer={pointer} value={schema} onChange={put} />
    </>
  );
}

interface FieldNameProps {
  readonly name: string;
  readonly taken: readonly string[];
  readonly onChange: (name: string) => void;
}

/** The name under which the answer is read: it is changed once the field is left. */
function FieldName({ name, taken, onChange }: FieldNameProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled } = useForm();
  const [kept, setKept] = useState({ of: name, text: name });
  const text = kept.of === name ? kept.text : name;
  const isFree = text !== "" && !taken.includes(text);
  const rename = (): void => {
    if (isFree && text !== name) onChange(text);
  };
  return (
    <TextInput
      size="xs"
      className="mono-input"
      label={t("inspector.member.name")}
      error={isFree ? undefined : t("inspector.asksFor.nameRule")}
      value={text}
      disabled={isDisabled}
      onChange={({ currentTarget }) => setKept({ of: name, text: currentTarget.value })}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // It stands in the form of the job.
        event.preventDefault();
        rename();
      }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** What can be chosen, one in each line. */
function ChoicesField({ label, pointer, value, onChange }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const written = choicesOf({ enum: value }).join("\n");
  const [kept, setKept] = useState({ of: written, text: written });
  const text = kept.of === written ? kept.text : written;
  const read = (typed: string): readonly string[] => [
    ...new Set(typed.split("\n").filter((line) => line.trim() !== "")),
  ];
  return (
    <Textarea
      size="xs"
      label={label}
      description={t("inspector.lineEach")}
      error={read(text).length === 0 ? t("inspector.asksFor.choicesRule") : issues.get(pointer)}
      autosize
      minRows={2}
      maxRows={10}
      value={text}
      disabled={isDisabled}
      onChange={({ currentTarget: { value: typed } }) => {
        const choices = read(typed);
        setKept({ of: choices.length === 0 ? written : choices.join("\n"), text: typed });
        if (choices.length > 0) onChange(choices);
      }}
    />
  );
}
