// Call something before the next frame is shown, once, however often it is asked for.

/** @param {() => void} f */
export function framed(f) {
  let asked = 0;
  return () => {
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      f();
    });
  };
}
