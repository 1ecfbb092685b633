import { Title } from "@mantine/core";
import { type ReactElement, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { FieldWarning } from "./field-warning.tsx";
import { type DrawWork, FormContext, type FormPlace } from "./form-context.ts";
import {
  BODY_FORM,
  type MemberName,
  type Members,
  NODE_FORMS,
  type Section,
  SECTIONS,
  sectionOf,
} from "./forms.ts";
import type { Body } from "../edit/body.ts";
import { membersOf, valueAt, withValueAt } from "./member-edit.ts";
import { MemberField } from "./member-field.tsx";
import { MemberFields } from "./object-field.tsx";
import { OtherMembers } from "./other-members.tsx";
import { renameNode } from "../edit/rename-node.ts";
import "./inspector.css";

export interface InspectorProps {
  /** As `parseExactJson` reads it. */
  readonly body: Body;
  /** Whose workers run the workflow. */
  readonly app: string;
  readonly mayEdit: boolean;
  /** The mistakes, by pointer into the body. */
  readonly issues: ReadonlyMap<string, string>;
  /** What is worth a look, by pointer into the body. @default nothing */
  readonly warnings?: ReadonlyMap<string, string>;
  readonly Work: DrawWork;
  readonly onBody: (body: Body) => void;
}

export interface NodeInspectorProps extends InspectorProps {
  readonly id: string;
  /** The node has another id now. @default nothing follows it */
  readonly onRenamed?: (to: string) => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Everything that a body says of one node, in fields. */
export function NodeInspector(props: NodeInspectorProps): ReactElement | null {
  const { body, id, app, mayEdit, issues, warnings = NONE, Work, onBody, onRenamed } = props;
  const { t } = useTranslation();
  const place = useMemo<FormPlace>(
    () => ({
      body,
      node: id,
      app,
      isDisabled: !mayEdit,
      issues,
      warnings,
      Work,
      onRename: (to) => {
        onBody(renameNode(body, id, to));
        onRenamed?.(to);
      },
    }),
    [body, id, app, mayEdit, issues, warnings, Work, onBody, onRenamed],
  );
  const node = flatNodes(readBodyNodes(body)).find((one) => one.id === id);
  const form = node === undefined ? undefined : NODE_FORMS[node.type];
  if (node === undefined || form === undefined || node.pointer === "/resources") return null;
  const { pointer, type } = node;
  const value = membersOf(valueAt(body, pointer));
  const change = (next: Body): void => onBody(membersOf(withValueAt(body, pointer, next)));
  return (
    <FormContext value={place}>
      <section className="inspector" aria-label={t("inspector.ofNodeLabel")} key={id}>
        <Title order={2} size="h5">
          <span className="mono">{id}</span> · {t(`inspector.type.${type}`)}
        </Title>
        <FieldWarning pointer={pointer} />
        {SECTIONS.map((section) => (
          <InspectorSection
            key={section}
            section={section}
            members={membersIn(form, type, section)}
            pointer={pointer}
            value={value}
            isOpen={section === "does" || section === "values"}
            onChange={change}
          />
        ))}
        <OtherMembers
          known={["type", ...Object.keys(form)]}
          pointer={pointer}
          value={value}
          onChange={change}
        />
      </section>
    </FormContext>
  );
}

function membersIn(form: Members, type: string, section: Section): Members {
  const names = Object.keys(form) as MemberName[];
  return Object.fromEntries(
    names.filter((name) => sectionOf(type, name) === section).map((name) => [name, form[name]]),
  );
}

interface InspectorSectionProps {
  readonly section: Section;
  readonly members: Members;
  readonly pointer: string;
  readonly value: Body;
  readonly isOpen: boolean;
  readonly onChange: (value: Body) => void;
}

/** A part of the form; it is open where something is said in it. */
function InspectorSection({
  section,
  members,
  pointer,
  value,
  isOpen,
  onChange,
}: InspectorSectionProps): ReactElement | null {
  const { t } = useTranslation();
  const heading = useId();
  const names = Object.keys(members);
  if (names.length === 0) return null;
  const isSaid = names.some((name) => value[name] !== undefined);
  return (
    <details className="inspector-section" open={isOpen || isSaid} aria-labelledby={heading}>
      <summary id={heading}>{t(`inspector.section.${section}`)}</summary>
      <div className="inspector-fields">
        <MemberFields
          members={members}
          // What stands in other sections is no other member.
          others={Object.keys(value)}
          pointer={pointer}
          value={value}
          Member={MemberField}
          onChange={onChange}
        />
      </div>
    </details>
  );
}

/** What a body says besides its nodes, in fields. */
export function WorkflowSettings(props: InspectorProps): ReactElement {
  const { body, app, mayEdit, issues, warnings = NONE, Work, onBody } = props;
  const { t } = useTranslation();
  const place = useMemo<FormPlace>(
    () => ({ body, node: null, app, isDisabled: !mayEdit, issues, warnings, Work, onRename: () => {} }),
    [body, app, mayEdit, issues, warnings, Work],
  );
  return (
    <FormContext value={place}>
      <section className="inspector" aria-label={t("inspector.workflow")}>
        <Title order={2} size="h5">
          {t("inspector.workflow")}
        </Title>
        <div className="inspector-fields">
          <MemberFields
            members={BODY_FORM}
            others={["engine", "nodes"]}
            pointer=""
            value={body}
            Member={MemberField}
            onChange={onBody}
          />
        </div>
      </section>
    </FormContext>
  );
}
