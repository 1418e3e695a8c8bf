/** One call as programs make it. No sample holds the token: each names a variable of its surroundings. */

import { address } from './description.js';

/** A line for a POSIX shell. */
export function curl({ operation, request }, withToken) {
  const lines = [
    `curl -sS ${quote(address(operation.path))}`,
    "-H 'Content-Type: application/json'",
    withToken && '-H "Authorization: Bearer $PASSERELLE_TOKEN"',
    `--data-raw ${quote(JSON.stringify(request))}`,
  ];
  return lines.filter(Boolean).join(' \\\n  ');
}

/** A text as one word of a POSIX shell. */
export function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Python, with its own library alone. */
export function python({ operation, request }) {
  return `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(address(operation.path))},
    json.dumps(${inPython(request)}).encode(),
    {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["PASSERELLE_TOKEN"]},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer))`;
}

/** A value as Python writes it: its texts are those of JSON. */
function inPython(value) {
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  if (value && typeof value === 'object') return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inPython(one)}`).join(', ')}}`;
  const words = new Map([[true, 'True'], [false, 'False'], [null, 'None']]);
  return words.get(value) ?? JSON.stringify(value);
}

/** JavaScript, in Node.js. */
export function javascript({ operation, request }) {
  return `const answer = await fetch(${JSON.stringify(address(operation.path))}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: \`Bearer \${process.env.PASSERELLE_TOKEN}\` },
  body: JSON.stringify(${JSON.stringify(request)}),
});
console.log(await answer.json());`;
}

/** The message of the Model Context Protocol, to `/mcp`. */
export function mcp({ operation, request }) {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: operation.name, arguments: request } }, null, 2);
}
