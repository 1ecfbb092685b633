import { useDisclosure } from "@mantine/hooks";
import {
  lazy,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from "react";

const Hint = lazy(async () => ({ default: (await import("./hint.tsx")).Hint }));

export interface HintButtonProps {
  readonly className: string;
  readonly hint: string;
  readonly children: ReactNode;
  /** Called when somebody points at it or tabs to it. */
  readonly onLook?: () => void;
}

/**
 * Says more to who points at it, taps it or tabs to it. What shows the words is loaded then: lists have many of these, and the first
 * page needs none.
 */
export function HintButton({ className, hint, children, onLook }: HintButtonProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const [isLookedAt, setLookedAt] = useState(false);
  const [isShown, shown] = useDisclosure(false);
  const look = (): void => {
    setLookedAt(true);
    shown.open();
    onLook?.();
  };
  const leave = (): void => {
    if (button.current !== document.activeElement) shown.close();
  };
  const keyDown = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") shown.close();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-description={hint}
        onPointerEnter={look}
        onPointerLeave={leave}
        onFocus={look}
        onBlur={shown.close}
        onKeyDown={keyDown}
      >
        {children}
      </button>
      {isLookedAt && (
        <Suspense>
          <Hint of={button} isShown={isShown} text={hint} />
        </Suspense>
      )}
    </>
  );
}
