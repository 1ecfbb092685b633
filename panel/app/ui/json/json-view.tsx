import { type FileValue, isFileValue, isSecretName, runOfFile } from "@mojob/core/words";
import { Anchor, UnstyledButton } from "@mantine/core";
import { createContext, type ReactElement, type ReactNode, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiUrl } from "../../api/call-api.ts";
import { fileSize } from "./file-size.ts";
import { isRawNumber, jsonText } from "./json-text.ts";
import "./json-view.css";

const LONGEST_TEXT = 1000;
const MOST_ITEMS = 100;
/** Deeper or larger values are folded at first. */
const OPEN_DEPTH = 3;
const OPEN_ITEMS = 30;

export interface JsonViewProps {
  readonly value: unknown;
  /** Its name, for a person who tabs to it. */
  readonly label: string;
  /** Whether stored files in it can be downloaded here. @default true */
  readonly hasFiles?: boolean;
}

const FilesHere = createContext(true);

/** JSON as a tree that folds. Numbers are shown as they were written; nothing is drawn before it is unfolded. */
export function JsonView({ value, label, hasFiles = true }: JsonViewProps): ReactElement {
  return (
    <div className="json mono" role="region" aria-label={label} tabIndex={0}>
      <FilesHere value={hasFiles}>
        <Value value={value} depth={0} />
      </FilesHere>
    </div>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly name?: string;
  readonly depth: number;
}

function Value({ value, name, depth }: ValueProps): ReactElement {
  if (isBranch(value)) {
    return <Branch value={value} {...(name !== undefined && { name })} depth={depth} />;
  }
  return (
    <div className="json-line">
      <Name name={name} />
      {name !== undefined && value !== null && isSecretName(name) ? (
        <Secret>
          <Leaf value={value} />
        </Secret>
      ) : (
        <Leaf value={value} />
      )}
    </div>
  );
}

function isBranch(value: unknown): value is object {
  if (typeof value !== "object" || value === null || isRawNumber(value) || isFileValue(value)) return false;
  return Object.keys(value).length > 0;
}

function Leaf({ value }: { readonly value: unknown }): ReactElement {
  if (isFileValue(value)) return <FileLink file={value} />;
  return typeof value === "string" ? <LongText text={value} /> : <Scalar value={value} />;
}

/** A stored file, to be downloaded. */
function FileLink({ file }: { readonly file: FileValue }): ReactElement {
  const { i18n } = useTranslation();
  const isHere = useContext(FilesHere);
  const path = { id: runOfFile(file), file: file.name };
  return (
    <>
      {isHere ? (
        <Anchor size="sm" href={apiUrl("downloadInstanceFile", { path })} download={file.name}>
          {file.name}
        </Anchor>
      ) : (
        file.name
      )}{" "}
      <span className="json-size">{fileSize(file.size, i18n.language)}</span>
    </>
  );
}

/** A password, a token and the like: not for everybody who looks over a shoulder. */
function Secret({ children }: { readonly children: ReactNode }): ReactElement {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  if (isShown) return <>{children}</>;
  return (
    <>
      <span className="json-word">•••</span>
      <UnstyledButton className="json-more" onClick={() => setShown(true)}>
        {t("instances.showSecret")}
      </UnstyledButton>
    </>
  );
}

function Name({ name }: { readonly name: string | undefined }): ReactNode {
  return name !== undefined && <span className="json-name">{name}: </span>;
}

function Scalar({ value }: { readonly value: unknown }): ReactElement {
  const kind = typeof value === "number" || isRawNumber(value) ? "json-number" : "json-word";
  return <span className={kind}>{jsonText(value)}</span>;
}

interface BranchProps {
  readonly value: object;
  readonly name?: string;
  readonly depth: number;
}

function Branch({ value, name, depth }: BranchProps): ReactElement {
  const { t } = useTranslation();
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH && entries.length <= OPEN_ITEMS);
  const [shown, setShown] = useState(MOST_ITEMS);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span className="json-size">
          {isList ? "[" : "{"}
          {isOpen ? "" : ` ${t("instances.items", { count: entries.length })} ${isList ? "]" : "}"}`}
        </span>
      </summary>
      {isOpen && (
        <>
          <div className="json-items">
            {entries.slice(0, shown).map(([key, item]) => (
              <Value key={key} name={key} value={item} depth={depth + 1} />
            ))}
            {entries.length > shown && (
              <UnstyledButton className="json-more" onClick={() => setShown(shown + 10 * MOST_ITEMS)}>
                {t("instances.showMore", { count: Math.min(entries.length - shown, 10 * MOST_ITEMS) })}
              </UnstyledButton>
            )}
          </div>
          <span className="json-size">{isList ? "]" : "}"}</span>
        </>
      )}
    </details>
  );
}

function LongText({ text }: { readonly text: string }): ReactElement {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(text.length <= LONGEST_TEXT);
  return (
    <>
      <span className="json-text">
        {isWhole ? jsonText(text) : `${jsonText(text.slice(0, LONGEST_TEXT))}…`}
      </span>
      {!isWhole && (
        <UnstyledButton className="json-more" onClick={() => setWhole(true)}>
          {t("instances.showAll", { count: text.length })}
        </UnstyledButton>
      )}
    </>
  );
}
