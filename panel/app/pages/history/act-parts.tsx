import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { HiddenPart } from "../../ui/hidden-part.tsx";
import type { Act } from "../../api/operations.generated.ts";

export interface ActChangesProps extends Pick<Act, "changes"> {
  /** Whether some values are not shown to the reader. @default false */
  readonly isHidden?: boolean;
}

/** The values before and after, one a line. */
export function ActChanges({ changes, isHidden = false }: ActChangesProps): ReactElement | null {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  return (
    <ul className="act-changes">
      {changes.map(({ pointer, before, after }) => (
        <li key={pointer}>
          <span className="mono">{pointer.slice(1)}</span>
          {": "}
          {isHidden && before === null && after === null ? (
            <HiddenPart part="changes" />
          ) : (
            <>
              <del className="mono">{before ?? t("history.nothing")}</del> →{" "}
              <ins className="mono">{after ?? t("history.nothing")}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

export interface JobLinkProps {
  readonly jobKey: string;
  readonly name: string | null;
}

export function JobLink({ jobKey, name }: JobLinkProps): ReactElement {
  return (
    <Anchor
      size="sm"
      underline="always"
      title={jobKey}
      renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
    >
      {name ?? jobKey}
    </Anchor>
  );
}

export function RunLink({ id, text }: { readonly id: string; readonly text: string }): ReactElement {
  return (
    <>
      {" · "}
      <Anchor
        size="sm"
        underline="always"
        title={id}
        renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
      >
        {text}
      </Anchor>
    </>
  );
}
