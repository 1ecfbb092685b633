import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { Plus, X } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { parseExactJson } from "../api/exact-json.ts";
import { initialValue, inputText, numberOf, type Schema, shapeSchema, withMember } from "./schema-shape.ts";

export interface SchemaFormProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** What is wrong, by JSON pointer into the value. */
  readonly mistakes: ReadonlyMap<string, string>;
}

/** A form of what a JSON Schema describes. What it cannot draw is written as JSON. */
export function SchemaForm({ schema, value, onChange, mistakes }: SchemaFormProps): ReactElement {
  const { t } = useTranslation();
  return (
    <SchemaField
      schema={schema}
      root={schema}
      name={t("runJob.args")}
      pointer=""
      isRequired
      isOutermost
      value={value}
      onChange={onChange}
      mistakes={mistakes}
    />
  );
}

interface SchemaFieldProps extends SchemaFormProps {
  readonly root: Schema;
  readonly name: string;
  readonly pointer: string;
  readonly isRequired: boolean;
  readonly isOutermost?: boolean;
}

const INPUT_TYPES: Readonly<Record<string, string>> = { date: "date", email: "email", uri: "url" };

function SchemaField(props: SchemaFieldProps): ReactElement {
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
  /** Nothing written is null where that is allowed, and else no value; text that must be there is then empty. */
  const empty = isNullable ? null : undefined;
  switch (shape.kind) {
    case "object":
      return <ObjectField {...props} fields={shape.fields} legend={common.label} hint={common.description} />;
    case "array":
      return <ArrayField {...props} item={shape.item} legend={common.label} hint={common.description} />;
    case "text": {
      const change = (text: string): void =>
        onChange(text !== "" ? text : isRequired && !isNullable && shape.format === null ? "" : empty);
      if (shape.isLong)
        return (
          <Textarea
            {...common}
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
          placeholder={shape.format === "date-time" ? "2030-01-31T08:00:00Z" : undefined}
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

interface GroupFieldProps extends SchemaFieldProps {
  readonly legend: string;
  readonly hint: string | undefined;
}

function ObjectField({
  fields,
  legend,
  hint,
  ...props
}: GroupFieldProps & {
  readonly fields: readonly {
    readonly name: string;
    readonly schema: Schema;
    readonly isRequired: boolean;
  }[];
}): ReactElement {
  const { t } = useTranslation();
  const { root, pointer, value, onChange, mistakes, isRequired, isOutermost = false } = props;
  const isThere = typeof value === "object" && value !== null;
  const members = (isThere ? value : {}) as Readonly<Record<string, unknown>>;
  const mistake = mistakes.get(pointer);
  const content = (
    <Stack gap="sm">
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {mistake !== undefined && <Mistake text={mistake} />}
      {(isThere || isOutermost) &&
        fields.map((field) => (
          <SchemaField
            key={field.name}
            schema={field.schema}
            root={root}
            name={field.name}
            pointer={`${pointer}/${field.name.replaceAll("~", "~0").replaceAll("/", "~1")}`}
            isRequired={field.isRequired}
            value={Object.hasOwn(members, field.name) ? members[field.name] : undefined}
            onChange={(member) => onChange(withMember(value, field.name, member))}
            mistakes={mistakes}
          />
        ))}
      {!isOutermost && !isThere && (
        <AddButton
          text={t("runJob.set")}
          label={t("runJob.setOf", { name: legend })}
          onAdd={() => onChange(initialValue({ ...props.schema, default: undefined }, root) ?? {})}
        />
      )}
      {!isOutermost && isThere && !isRequired && (
        <RemoveButton name={legend} text={t("runJob.unset")} onRemove={() => onChange(undefined)} />
      )}
    </Stack>
  );
  return isOutermost ? content : <Fieldset legend={legend}>{content}</Fieldset>;
}

function ArrayField({
  item,
  legend,
  hint,
  ...props
}: GroupFieldProps & { readonly item: Schema }): ReactElement {
  const { t } = useTranslation();
  const { root, pointer, value, onChange, mistakes } = props;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const mistake = mistakes.get(pointer);
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs">
        {hint !== undefined && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
        {mistake !== undefined && <Mistake text={mistake} />}
        {items.map((one, index) => {
          const name = t("runJob.item", { number: index + 1 });
          return (
            // An item is its place: nothing else tells one from another.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className="array-item">
              <SchemaField
                schema={item}
                root={root}
                name={name}
                pointer={`${pointer}/${index}`}
                isRequired
                value={one}
                onChange={(next) => onChange(items.map((old, at) => (at === index ? (next ?? null) : old)))}
                mistakes={mistakes}
              />
              <RemoveButton name={name} onRemove={() => onChange(items.filter((_, at) => at !== index))} />
            </div>
          );
        })}
        <AddButton
          text={t("runJob.add")}
          label={t("runJob.addTo", { name: legend })}
          onAdd={() => onChange([...items, initialValue(item, root) ?? null])}
        />
      </Stack>
    </Fieldset>
  );
}

interface AddButtonProps {
  readonly text: string;
  readonly label: string;
  readonly onAdd: () => void;
}

function AddButton({ text, label, onAdd }: AddButtonProps): ReactElement {
  return (
    <Group>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={label}
        leftSection={<Plus size={12} />}
        onClick={onAdd}
      >
        {text}
      </Button>
    </Group>
  );
}

interface RemoveButtonProps {
  readonly name: string;
  readonly text?: string;
  readonly onRemove: () => void;
}

function RemoveButton({ name, text, onRemove }: RemoveButtonProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Group>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={t("runJob.remove", { name })}
        leftSection={text === undefined ? undefined : <X size={12} />}
        onClick={onRemove}
      >
        {text ?? <X size={12} aria-hidden="true" />}
      </Button>
    </Group>
  );
}

function Mistake({ text }: { readonly text: string }): ReactElement {
  return (
    <Text size="xs" className="mistake-words">
      {text}
    </Text>
  );
}

interface JsonFieldProps {
  readonly label: string;
  readonly description: string;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** Any value; what is being typed and is not JSON yet stays with the input. */
function JsonField({ value, onChange, error, ...common }: JsonFieldProps): ReactElement {
  const { t } = useTranslation();
  const written = value === undefined ? "" : JSON.stringify(value);
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <Textarea
      {...common}
      className="mono-input"
      autosize
      minRows={1}
      maxRows={12}
      value={draft ?? written}
      error={draft === null ? error : t("job.unreadable")}
      onChange={({ currentTarget: { value: text } }) => {
        try {
          onChange(text.trim() === "" ? undefined : parseExactJson(text));
          setDraft(null);
        } catch {
          setDraft(text);
        }
      }}
    />
  );
}
