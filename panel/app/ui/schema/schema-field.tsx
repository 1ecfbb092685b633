import { Checkbox, NativeSelect, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { ArrayField } from "./array-field.tsx";
import { JsonField } from "./json-field.tsx";
import { ObjectField } from "./object-field.tsx";
import type { SchemaFieldProps } from "./schema-field-props.ts";
import { inputText, numberOf, shapeSchema } from "./schema-shape.ts";

const INPUT_TYPES: Readonly<Record<string, string>> = { date: "date", email: "email", uri: "url" };

/** The input of one value, as its schema asks for it. */
export function SchemaField(props: SchemaFieldProps): ReactElement {
  const { t } = useTranslation();
  const { root, name, pointer, isRequired, value, onChange, mistakes } = props;
  const { schema, shape, isNullable } = shapeSchema(props.schema, root);
  const { title, description } = schema;
  const common = {
    label: typeof title === "string" ? title : name,
    description: typeof description === "string" ? description : undefined,
    error: mistakes.get(pointer),
    withAsterisk: isRequired && !isNullable,
  };
  /** An empty input means null where that is allowed, and no value otherwise. */
  const empty = isNullable ? null : undefined;
  switch (shape.kind) {
    case "object":
      return (
        <ObjectField
          {...props}
          Field={SchemaField}
          fields={shape.fields}
          legend={common.label}
          hint={common.description}
        />
      );
    case "array":
      return (
        <ArrayField
          {...props}
          Field={SchemaField}
          item={shape.item}
          legend={common.label}
          hint={common.description}
        />
      );
    case "text": {
      const change = (text: string): void => onChange(text === "" ? empty : text);
      // Empty text is sent only on purpose.
      const mayBeEmpty = common.error !== undefined && value === undefined && shape.format === null;
      const error = mayBeEmpty ? (
        <>
          {common.error} <EmptyText onChoose={() => onChange("")} />
        </>
      ) : (
        common.error
      );
      const placeholder =
        value === ""
          ? t("runJob.emptyText")
          : shape.format === "date-time"
            ? "2030-01-31T08:00:00Z"
            : undefined;
      if (shape.isLong)
        return (
          <Textarea
            {...common}
            error={error}
            placeholder={placeholder}
            autosize
            minRows={3}
            maxRows={14}
            value={inputText(value)}
            onChange={(event) => change(event.currentTarget.value)}
          />
        );
      return (
        <TextInput
          {...common}
          type={INPUT_TYPES[shape.format ?? ""] ?? "text"}
          error={error}
          placeholder={placeholder}
          value={inputText(value)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    }
    case "number":
      return (
        <TextInput
          {...common}
          className="short-input"
          inputMode="numeric"
          value={inputText(value)}
          onChange={(event) => onChange(numberOf(event.currentTarget.value) ?? empty)}
        />
      );
    case "flag":
      return (
        <Checkbox
          size="xs"
          label={common.label}
          description={common.description}
          error={common.error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "choice": {
      const written = JSON.stringify(value);
      const known = shape.values.map((one) => JSON.stringify(one));
      return (
        <NativeSelect
          {...common}
          value={written ?? ""}
          onChange={({ currentTarget: { value: chosen } }) =>
            onChange(chosen === "" ? undefined : (JSON.parse(chosen) as unknown))
          }
          data={[
            ...(isRequired && value !== undefined ? [] : [{ value: "", label: t("runJob.unset") }]),
            ...(isNullable && !known.includes("null") ? [{ value: "null", label: t("runJob.setNull") }] : []),
            ...shape.values.map((one, index) => ({ value: known[index] ?? "", label: inputText(one) })),
            ...(written === undefined || known.includes(written) || written === "null"
              ? []
              : [{ value: written, label: written }]),
          ]}
        />
      );
    }
    default:
      return (
        <JsonField
          {...common}
          description={common.description ?? t("runJob.notInForm")}
          value={value}
          onChange={onChange}
        />
      );
  }
}

function EmptyText({ onChoose }: { readonly onChoose: () => void }): ReactElement {
  const { t } = useTranslation();
  return (
    <UnstyledButton className="text-button" onClick={onChoose}>
      {t("runJob.sendEmpty")}
    </UnstyledButton>
  );
}
