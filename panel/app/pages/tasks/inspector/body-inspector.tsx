import { Button, Group, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { memo, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { jsonText } from "../../../ui/json/json-text.ts";
import { type BodyNode, flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { AddNodeDialog } from "./add-node-dialog.tsx";
import type { DrawWork } from "./form-context.ts";
import type { Body } from "../edit/body.ts";
import { NodeInspector, WorkflowSettings } from "./node-inspector.tsx";
import { PastRunProvider } from "./past-run-provider.tsx";

export interface BodyInspectorProps {
  /** As it is typed; `null` while that is no JSON. */
  readonly body: Body | null;
  /** The node that is chosen; `null` for the settings of the workflow. */
  readonly selected: string | null;
  readonly app: string;
  /** The job whose last run has the values that are shown; `null` where it does not exist yet. */
  readonly jobKey: string | null;
  readonly mayEdit: boolean;
  /** The mistakes, and what is worth a look, by pointer into the body. */
  readonly issues: ReadonlyMap<string, string>;
  readonly warnings: ReadonlyMap<string, string>;
  readonly Work: DrawWork;
  readonly onChange: (text: string) => void;
  readonly onSelect: (id: string | null) => void;
}

/** The form of the chosen node beside the text of its body: either shows the edits of the other. */
export const BodyInspector = memo(function BodyInspector(props: BodyInspectorProps): ReactElement {
  const { t } = useTranslation();
  const { body, selected, app, jobKey, mayEdit, issues, warnings, Work, onChange, onSelect } = props;
  const [isAdding, setAdding] = useState(false);
  if (body === null)
    return (
      <Text size="sm" c="dimmed">
        {t("inspector.noJson")}
      </Text>
    );
  const shared = {
    body,
    app,
    mayEdit,
    issues,
    warnings,
    Work,
    onBody: (next: Body) => onChange(jsonText(next)),
  };
  const isNode = selected !== null && flatNodes(readBodyNodes(body)).some(isEdited(selected));
  return (
    <PastRunProvider jobKey={jobKey} app={app}>
      <Group gap="xs" mb="xs">
        {mayEdit && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t("inspector.addNode")}
          </Button>
        )}
        {isNode && (
          <Button variant="subtle" size="compact-sm" onClick={() => onSelect(null)}>
            {t("inspector.workflow")}
          </Button>
        )}
      </Group>
      {isNode ? (
        <NodeInspector {...shared} key={selected} id={selected} onRenamed={onSelect} />
      ) : (
        <WorkflowSettings {...shared} />
      )}
      {isAdding && (
        <AddNodeDialog
          body={body}
          after={isNode ? selected : null}
          onClose={() => setAdding(false)}
          onAdded={(next, id) => {
            shared.onBody(next);
            onSelect(id);
            setAdding(false);
          }}
        />
      )}
    </PastRunProvider>
  );
});

/** What looks at the resources is drawn as a node, and is a setting of the workflow. */
function isEdited(selected: string): (node: BodyNode) => boolean {
  return ({ id, pointer }) => id === selected && pointer !== "/resources";
}
