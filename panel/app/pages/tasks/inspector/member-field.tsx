import { Skeleton } from "@mantine/core";
import { type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceField, FlagField } from "./choice-fields.tsx";
import { ExpressionMember } from "./expression-member.tsx";
import type { FormFieldProps, MemberFieldProps } from "./field-props.ts";
import { type FieldProps, useForm } from "./form-context.ts";
import type { Form, HintName } from "./forms.ts";
import { BranchField, HandlesField, JoinField, NodeField, NodesField } from "./graph-fields.tsx";
import { FormBuilder } from "./form-builder.tsx";
import { JsonMember } from "./json-member.tsx";
import { ListField } from "./list-field.tsx";
import { ObjectField } from "./object-field.tsx";
import { ParamsField } from "./params-field.tsx";
import { IdField, RolesField, TextsField, UsersField } from "./name-fields.tsx";
import { StoredField, VersionField } from "./stored-fields.tsx";
import { DurationField, NumberField, TextField } from "./text-fields.tsx";
import { DeclaredValue } from "./typed-value.tsx";
import { VariantField } from "./variant-field.tsx";

/** The field of a member, by its form. */
export function MemberField({ name, form, ...props }: MemberFieldProps): ReactElement {
  const { t, i18n } = useTranslation();
  const hint =
    form.label === undefined && i18n.exists(`inspector.hint.${name}`)
      ? t(`inspector.hint.${name as HintName}`)
      : undefined;
  return (
    <FormField
      {...props}
      form={form}
      name={name}
      label={t(`inspector.member.${form.label ?? name}`)}
      hint={hint}
    />
  );
}

function FormField(props: FormFieldProps): ReactElement {
  const { form, name } = props;
  switch (form.form) {
    case "object":
      return <ObjectField {...props} members={form.members} Member={MemberField} />;
    case "list":
      return name === "params" && form.item.form === "variant" ? (
        <ParamsField {...props} form={form} Field={FormField} />
      ) : (
        <ListField {...props} form={form} Field={FormField} />
      );
    case "variant":
      return <VariantField {...props} form={form} Member={MemberField} />;
    case "choice":
      return <ChoiceField {...props} values={form.values} usual={form.default} />;
    case "flag":
      return <FlagField {...props} isDefault={form.isDefault ?? false} />;
    case "expression":
    case "condition":
      return (
        <ExpressionMember
          {...props}
          role={form.role}
          isCondition={form.form === "condition"}
          isOptional={form.form === "condition" && form.isOptional === true}
        />
      );
    case "json":
      return <JsonMember {...props} />;
    default: {
      const Leaf = LEAVES[form.form];
      return <Leaf {...props} />;
    }
  }
}

type LeafName = Exclude<
  Form["form"],
  "object" | "list" | "variant" | "choice" | "flag" | "expression" | "condition" | "json"
>;

const LEAVES: Readonly<Record<LeafName, (props: FieldProps) => ReactElement | null>> = {
  text: TextField,
  long: (props) => <TextField {...props} isLong />,
  number: NumberField,
  duration: DurationField,
  value: DeclaredValue,
  fields: FormBuilder,
  texts: TextsField,
  id: IdField,
  node: NodeField,
  branch: BranchField,
  handles: HandlesField,
  join: JoinField,
  nodes: NodesField,
  job: (props) => <StoredField {...props} isWorkflow={false} />,
  workflow: (props) => <StoredField {...props} isWorkflow />,
  version: VersionField,
  work: WorkField,
  roles: RolesField,
  users: UsersField,
};

/** The forms of jobs' work may take a moment to load. */
function WorkField(props: FieldProps): ReactElement {
  const { Work } = useForm();
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Work {...props} />
    </Suspense>
  );
}
