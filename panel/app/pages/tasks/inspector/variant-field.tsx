import { Fieldset, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Mistake } from "../../../ui/schema/field-buttons.tsx";
import { type FieldProps, useForm } from "./form-context.ts";
import type { CaseName, VariantForm } from "./forms.ts";
import type { Body } from "../edit/body.ts";
import { membersOf } from "./member-edit.ts";
import { type DrawMember, MemberFields } from "./object-field.tsx";
import { caseOf, turned } from "./variant-case.ts";

export interface VariantFieldProps extends FieldProps {
  readonly form: VariantForm;
  readonly isItem?: boolean;
  readonly Member: DrawMember;
}

/** One of several objects, and the members of that. */
export function VariantField(props: VariantFieldProps): ReactElement {
  const { label, pointer, value, form, isItem = false, Member, onChange } = props;
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const names = Object.keys(form.cases) as CaseName[];
  const chosen = caseOf(form, value);
  const inCase = chosen === null ? undefined : form.cases[chosen];
  const mistake = issues.get(pointer) ?? (form.by === null ? undefined : issues.get(`${pointer}/${form.by}`));
  const fields = (
    <>
      {mistake !== undefined && <Mistake text={mistake} />}
      <NativeSelect
        size="xs"
        aria-label={label}
        value={chosen ?? ""}
        disabled={isDisabled}
        data={[
          { value: "", label: t("inspector.unset") },
          ...names.map((name) => ({ value: name, label: t(`inspector.case.${name}`) })),
        ]}
        onChange={({ currentTarget }) => {
          const name = names.find((one) => one === currentTarget.value);
          onChange(name === undefined ? undefined : turned(form, name, value));
        }}
      />
      <MemberFields
        members={inCase?.members ?? {}}
        others={form.by === null ? [] : [form.by]}
        pointer={pointer}
        value={membersOf(value)}
        Member={Member}
        onChange={(next) => onChange(stillCase(form, chosen, next))}
      />
    </>
  );
  if (isItem) return <div className="inspector-fields">{fields}</div>;
  return (
    <Fieldset legend={label} className="inspector-set">
      {fields}
    </Fieldset>
  );
}

/** The member that says which case it is stays, although nothing is written in it. */
function stillCase({ by, cases }: VariantForm, chosen: CaseName | null, next: Body): Body {
  if (by !== null || chosen === null || Object.hasOwn(next, chosen)) return next;
  return { ...next, [chosen]: cases[chosen]?.fresh[chosen] };
}
