import { ActionIcon, Button, Fieldset } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Mistake } from "../../../ui/schema/field-buttons.tsx";
import { FieldWarning } from "./field-warning.tsx";
import { useForm } from "./form-context.ts";
import type { Form } from "./forms.ts";
import { itemsOf } from "../edit/body.ts";
import type { DrawField, FormFieldProps } from "./field-props.ts";

export interface ListFieldProps extends FormFieldProps {
  readonly form: Extract<Form, { readonly form: "list" }>;
  readonly Field: DrawField;
}

/** A list, an item after the other. */
export function ListField({
  label,
  name,
  pointer,
  value,
  around,
  form,
  Field,
  onChange,
}: ListFieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const items = itemsOf(value);
  const mistake = issues.get(pointer);
  const change = (next: readonly unknown[]): void =>
    onChange(next.length === 0 && form.mayBeEmpty !== true ? undefined : next);
  const add = !isDisabled && (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={<Plus size={12} aria-hidden="true" />}
      onClick={() => change([...items, form.fresh])}
    >
      {t("inspector.add", { label })}
    </Button>
  );
  if (items.length === 0 && mistake === undefined) return <div>{add}</div>;
  return (
    <Fieldset legend={label} className="inspector-set">
      {mistake !== undefined && <Mistake text={mistake} />}
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no identity but their place
        <div key={index} className="inspector-item">
          <div className="inspector-fields">
            <Field
              form={form.item}
              name={name}
              label={t("inspector.numbered", { label, number: index + 1 })}
              pointer={`${pointer}/${index}`}
              value={item}
              around={around}
              isItem
              // An item that says nothing any more stays until it is removed.
              onChange={(next) => change(items.with(index, next ?? {}))}
            />
            <FieldWarning pointer={`${pointer}/${index}`} />
          </div>
          {!isDisabled && (
            <ActionIcon
              aria-label={t("inspector.remove", { label, number: index + 1 })}
              onClick={() => change(items.toSpliced(index, 1))}
            >
              <X size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {add}
    </Fieldset>
  );
}
