import { type KeyboardEvent, lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));

/** Ctrl-K, from the first key on: its code is on its way while somebody types already. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [isEntered, setEntered] = useState(false);
  const [isReady, setReady] = useState(false);
  const keyDown = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === "Escape") onClose();
    if (key === "Enter" && !nativeEvent.isComposing) setEntered(true);
  };
  return (
    <>
      {!isReady && (
        <input
          className="palette-begin"
          type="search"
          aria-label={t("shell.spotlight")}
          // After Ctrl-K somebody writes.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={keyDown}
        />
      )}
      <Suspense>
        <CommandPalette
          text={text}
          onText={setText}
          isEntered={isEntered}
          onEntered={setEntered}
          onReady={() => setReady(true)}
          onClose={onClose}
        />
      </Suspense>
    </>
  );
}
