/** Keeps account of event streams (`text/event-stream`), which never end by themselves, so that a server can close. */
export interface EventStreams {
  /** Returns the same response; `end()` ends it where it is an event stream and leaves any other alone. */
  track(response: Response): Response;
  /** Ends those that are open, as their source would, and each that is tracked from now on. */
  end(): void;
}

export function createEventStreams(): EventStreams {
  const open = new Set<() => void>();
  let ended = false;

  return {
    track(response) {
      const type = response.headers.get("content-type");
      if (!response.body || !type?.startsWith("text/event-stream")) return response;
      let end = (): void => {};
      const relay = new TransformStream<Uint8Array, Uint8Array>({
        start(controller) {
          end = () => controller.terminate();
        },
      });
      open.add(end);
      // Settles when the source ends, the client leaves or `end` is called; each of them is a normal end of a stream.
      void response.body
        .pipeTo(relay.writable)
        .catch(() => {})
        .finally(() => open.delete(end));
      if (ended) end();
      return new Response(relay.readable, response);
    },
    end() {
      ended = true;
      for (const end of open) end();
    },
  };
}
