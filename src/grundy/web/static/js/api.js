// The JSON interface of the server: one call for a whole answer, one for a stream of lines.

export class Problem extends Error {
  constructor(told, status) {
    super(told.error);
    this.status = status;
    this.column = told.column;
  }
}

async function send(name, body, signal) {
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body), signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ error: "The server does not answer; is it still running?" }, 0);
  }
  if (!response.ok) {
    let told = { error: `The server answered ${response.status}.` };
    try { told = await response.json(); } catch { /* not ours */ }
    throw new Problem(told, response.status);
  }
  return response;
}

/** Ask for an answer in JSON. */
export async function ask(name, body, signal) {
  return (await send(name, body, signal)).json();
}

/** Ask for a file. */
export async function fetchFile(name, body) {
  return (await send(name, body)).blob();
}

/** Ask for a stream; call take(line) for each line of JSON. */
export async function stream(name, body, take, signal) {
  const reader = (await send(name, body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const found = JSON.parse(line);
      if (found.error) throw new Problem(found, 200);
      take(found);
    }
  }
}
