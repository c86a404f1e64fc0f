// The rules of the pages' style sheet. Every color and measure is a variable of style.ts. Directions are logical, for languages written
// from right to left.

/** The elements of every page: text, forms, buttons, messages. */
const ELEMENTS = `*,::before,::after{box-sizing:border-box}
html{--tall:2.75rem;--gap:1.125rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:400 .9375rem/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Inter,"Helvetica Neue",Arial,"Noto Sans",sans-serif;-webkit-font-smoothing:antialiased}
h1{margin:0 0 .375rem;font-size:1.5rem;font-weight:650;line-height:1.25;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}
h2{margin:0 0 .25rem;font-size:1.0625rem;font-weight:650;line-height:1.35;letter-spacing:-.005em;overflow-wrap:anywhere}
h3{margin:0;font-size:.9375rem;font-weight:600}
p{margin:0 0 1rem;overflow-wrap:anywhere}
ul{margin:0 0 1rem;padding-inline-start:1.25rem}
ul.plain{list-style:none;padding:0}
strong{font-weight:600}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
code{font:600 .9375em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
img{max-width:100%}
small,.hint{font-size:.8125rem;color:var(--soft)}
.icon{display:block;flex:none;width:1.25rem;height:1.25rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
form{margin:0}
label{display:block;margin-bottom:.375rem;font-size:.875rem;font-weight:550}
input,select{display:block;width:100%;min-height:var(--tall);padding:.5rem .75rem;margin-bottom:var(--gap);font:inherit;font-size:1rem;color:inherit;background-color:var(--field);border:1px solid var(--line);border-radius:var(--round);transition:border-color .12s,box-shadow .12s}
select{appearance:none;padding-inline-end:2.25rem;text-overflow:ellipsis;background-image:linear-gradient(45deg,transparent 50%,var(--soft) 50%),linear-gradient(135deg,var(--soft) 50%,transparent 50%);background-position:right 1.125rem center,right .8125rem center;background-size:.3125rem .3125rem;background-repeat:no-repeat}
[dir=rtl] select{background-position:left .8125rem center,left 1.125rem center}
input:hover,select:hover{border-color:var(--soft)}
input:focus,select:focus{outline:3px solid var(--ring);outline-offset:0;border-color:var(--accent)}
input[aria-invalid=true]{border-color:var(--error)}
input[aria-invalid=true]:focus{outline-color:var(--error)}
input[readonly],input:disabled,select:disabled{background:var(--hover);color:var(--soft)}
input[type=hidden],input[hidden]{display:none}
input[type=checkbox],input[type=radio]{display:inline-block;width:1.125rem;height:1.125rem;min-height:0;margin:0;accent-color:var(--accent);vertical-align:-.2em}
input[name=code],input.code{font:600 1.125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.08em}
.check{display:flex;gap:.625rem;align-items:center;margin-bottom:var(--gap);font-weight:400}
button,.button{display:inline-flex;align-items:center;justify-content:center;gap:.5rem;width:100%;min-height:var(--tall);padding:.5rem 1rem;font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:1px solid transparent;border-radius:var(--round);box-shadow:0 1px 2px rgb(0 0 0/.08);cursor:pointer;transition:background-color .12s,border-color .12s,box-shadow .12s}
button:hover,.button:hover{background:var(--accent-strong)}
button:active,.button:active{box-shadow:none;transform:translateY(1px)}
button.quiet,.button.quiet{margin-top:.625rem;color:var(--ink);background:var(--field);border-color:var(--hair);box-shadow:0 1px 2px rgb(0 0 0/.04)}
button.quiet:hover,.button.quiet:hover{background:var(--hover);border-color:var(--line)}
button.link{flex:none;width:auto;white-space:nowrap;min-height:1.5rem;padding:0;color:var(--accent);background:none;border:0;box-shadow:none;font-weight:550;text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.2em}
.reveal{position:relative;display:grid;place-items:center;width:2.75rem;min-width:0;padding:0;margin-block:calc(0rem - var(--tall) - var(--gap)) var(--gap);margin-inline:auto 0;color:var(--soft);background:none;box-shadow:none}
.reveal:hover{color:var(--ink);background:none}
.reveal[aria-pressed=false] .strike{display:none}
input:has(+.reveal){padding-inline-end:2.875rem}
button.danger,.button.danger{color:var(--on-danger);background:var(--danger)}
button.danger:hover,.button.danger:hover{background:var(--danger-strong)}
button:disabled{opacity:.55;cursor:not-allowed;transform:none}
[aria-busy=true]{pointer-events:none}
button[aria-busy=true]::after{content:"";width:1em;height:1em;border:2px solid currentColor;border-inline-end-color:transparent;border-radius:50%;animation:turn .7s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
input:focus-visible,select:focus-visible,button:focus-visible,.button:focus-visible{border-radius:var(--round)}
.error,[role=status]{position:relative;margin:0 0 1.25rem;padding:.75rem .875rem;font-size:.875rem;font-weight:500;text-align:start;border-radius:var(--round)}
.error:has(.icon),[role=status]:has(.icon){padding-inline-start:2.75rem}
.error{color:var(--error);background:var(--error-tint)}
[role=status]{color:var(--success);background:var(--success-tint)}
.error .icon,[role=status] .icon{position:absolute;inset-block-start:.75rem;inset-inline-start:.875rem}
fieldset{margin:0;padding:0;border:0}
legend{padding:0;margin-bottom:.375rem;font-size:.875rem;font-weight:550}
input+.hint{margin:0;margin-block:calc(.375rem - var(--gap)) var(--gap)}
.fault{margin:0;margin-block:calc(.375rem - var(--gap)) var(--gap);font-size:.8125rem;font-weight:500;color:var(--error)}
.fault+.hint{margin:0;margin-block:calc(.375rem - var(--gap)) var(--gap)}
.error a{color:inherit}
.below{margin:0;margin-block:calc(.5rem - var(--gap)) var(--gap);font-size:.875rem;text-align:end}
.below a{font-weight:550;text-decoration-color:transparent}
.below a:hover{text-decoration-color:currentColor}
.pair.phone{grid-template-columns:3fr 2fr}
.phone input,.phone select{margin-bottom:.625rem}
fieldset+button{margin-top:.75rem}
.rules{display:grid;gap:.25rem;margin:0;margin-block:calc(.625rem - var(--gap)) var(--gap);padding:0;list-style:none;font-size:.8125rem;color:var(--soft)}
.rules p,.rules ul{margin:0}
.rules ul{columns:2 9rem;column-gap:1rem}
.rules li::marker{content:"•  "}
.rules .kept{color:var(--success)}
.rules .kept::marker{content:"✓ "}
.steps{padding-inline-start:1.25rem}
.steps li{margin-bottom:.5rem}
p:has(>svg[role=img]){text-align:center}
.codes{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:.5rem;padding:1rem;margin:0 0 1rem;list-style:none;background:var(--hover);border-radius:var(--round);text-align:center}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1rem}
.tools>*{flex:1 1 7rem;width:auto;margin:0!important}
[hidden]{display:none!important}
`;

/** One card in the middle: the pages of a sign-in, and messages between its steps. */
const CARD = `.stage{flex:1;display:flex;flex-direction:column;width:100%}
main{flex:1;width:100%;max-width:27rem;margin-inline:auto;padding:2.5rem 1.5rem 2rem;background:var(--paper)}
.brand{display:flex;flex-direction:column;align-items:center;gap:.625rem;margin-bottom:1.5rem}
.brand .logo{display:block;max-height:3rem;max-width:min(100%,15rem);object-fit:contain}
.mark{display:grid;place-items:center;width:2.75rem;height:2.75rem;font-size:1.25rem;font-weight:650;color:var(--on-accent);background:var(--accent);border-radius:var(--round)}
.mark .icon{width:1.5rem;height:1.5rem;stroke-width:2}
.organization{margin:0;font-size:.875rem;font-weight:550;color:var(--soft);text-align:center}
.sign{display:grid;place-items:center;width:3.25rem;height:3.25rem;margin:0 auto 1.25rem;color:var(--on-tint);background:var(--tint);border-radius:50%}
.sign .icon{width:1.625rem;height:1.625rem}
.sign.good{color:var(--success);background:var(--success-tint)}
.sign.bad{color:var(--error);background:var(--error-tint)}
body.card h1,body.split h1{text-align:center}
h2:has(+.tiles){margin:0 0 .625rem;font-size:.875rem;color:var(--soft)}
.lead{margin:.375rem 0 1.75rem;text-align:center;text-wrap:balance;color:var(--soft)}
.lead+.lead{margin-top:-1.125rem}
.lead strong{color:var(--ink)}
.message [role=status]{margin:0 0 1.25rem;padding:0;font-size:inherit;font-weight:400;text-align:center;color:var(--soft);background:none}
.ways{display:flex;flex-direction:column;align-items:center;gap:.75rem;margin-top:1.25rem;font-size:.875rem}
.ways:empty{display:none}
.ways p{margin:0}
.ways a:not(.button){font-weight:550;text-decoration-color:transparent}
.ways a:not(.button):hover{text-decoration-color:currentColor}
.ways .apart{width:100%;padding-top:1.25rem;margin-top:.5rem;border-top:1px solid var(--hair)}
.ways .button{margin:0}
.or{display:flex;align-items:center;gap:.75rem;margin:1.25rem 0;font-size:.8125rem;color:var(--soft)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--hair)}
form.account{display:flex;align-items:center;gap:.25rem;padding-inline-end:.75rem;margin-bottom:.625rem;border:1px solid var(--hair);border-radius:var(--round)}
form.account .link{font-size:.8125rem;color:var(--soft)}
button.row{flex:1;min-width:0;justify-content:start;gap:.75rem;min-height:3.5rem;padding:.625rem .75rem;font-weight:550;text-align:start;color:inherit;background:none;border:0;box-shadow:none;overflow-wrap:anywhere}
button.row:hover{background:var(--hover)}
button.row small{display:block;font-weight:400}
.portrait{object-fit:cover;border-radius:50%}
.face{display:grid;place-items:center;flex:none;width:2.25rem;height:2.25rem;font-weight:600;color:var(--on-tint);background:var(--tint);border-radius:50%}
.emblem{padding:.125rem;object-fit:contain;background:#fff;border-radius:.375rem}
.icon.emblem{padding:.0625rem;border-radius:.25rem}
.grants{display:grid;gap:.625rem;padding:1rem;margin:0 0 1.5rem;list-style:none;border:1px solid var(--hair);border-radius:var(--round)}
.grants li{display:flex;gap:.625rem}
.grants .icon{color:var(--accent)}
.publisher{display:flex;align-items:center;gap:.875rem;margin-bottom:1rem}
.publisher .logo{max-width:6rem;max-height:2.5rem}
.publisher .emblem{width:3rem;height:3rem}
.publisher p{flex:1;min-width:0;margin:0}
.publisher small{display:block}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 .75rem}
footer{position:relative;display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:.5rem 1.25rem;width:100%;padding:1rem 1.5rem 1.5rem;font-size:.8125rem;color:var(--foot)}
footer a{color:inherit;text-decoration:none}
footer a:hover{text-decoration:underline}
.languages{text-align:center}
.languages summary{display:inline-flex;align-items:center;gap:.375rem;padding:.125rem .25rem;cursor:pointer;list-style:none;vertical-align:top}
.languages summary::-webkit-details-marker{display:none}
.languages summary .icon{width:1rem;height:1rem}
.languages .links{position:absolute;z-index:1;inset-block-end:calc(100% - .75rem);inset-inline:0;width:fit-content;margin-inline:auto;display:grid;grid-template-columns:repeat(2,max-content);gap:.125rem;max-height:50vh;max-width:calc(100vw - 2rem);overflow:auto;padding:.375rem;color:var(--ink);background:var(--paper);border:1px solid var(--hair);border-radius:var(--round);box-shadow:0 4px 16px rgb(0 0 0/.16)}
.languages .links li>*{display:block;width:100%;padding:.5rem .75rem;text-align:start;border-radius:var(--round)}
.languages .links li>:hover{background:var(--hover)}
.languages .link{color:inherit;font-size:inherit;font-weight:inherit;text-decoration:none}
.languages [aria-current]{font-weight:650;text-decoration:underline}
.links{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem 1.25rem;padding:0;margin:0;list-style:none}
.tiles{display:grid;gap:.625rem;padding:0;margin:0 0 1.5rem;list-style:none}
.tile{display:flex;height:100%;align-items:center;gap:.875rem;padding:.75rem .875rem;color:inherit;text-decoration:none;border:1px solid var(--hair);border-radius:var(--round);transition:background-color .12s,border-color .12s}
.tile:hover{background:var(--hover);border-color:var(--line)}
.tile span:not(.face){flex:1;min-width:0;overflow-wrap:anywhere}
.tile b{display:block;font-weight:600}
.tile small{display:block;line-height:1.45;text-wrap:pretty}
.tile .next{width:1rem;height:1rem;color:var(--soft)}
[dir=rtl] .next,[dir=rtl] .back .icon{transform:scaleX(-1)}
@media (max-width:29.99rem){body{--foot:var(--soft)}.pair:not(.phone){grid-template-columns:1fr}}
@media (min-width:30rem){
body.card,body.account{background:var(--ground)}
body.card .stage{justify-content:center;align-items:center;padding:2.5rem 1rem 1rem}
body.card main{flex:none;padding:2.5rem 2.5rem 2.25rem;border:1px solid var(--edge);border-radius:var(--bend);box-shadow:var(--shadow)}
body.card footer{padding-bottom:.5rem}
}
@media (min-width:30rem) and (max-height:47rem){
html{--tall:2.5rem;--gap:.75rem}
body.card .stage{padding:.75rem 1rem .25rem}
body.card main{padding:1.5rem 2.5rem}
body.card .brand,body.split .brand{flex-direction:row;justify-content:center;margin-bottom:.75rem}
.card .mark,.split .mark{width:2rem;height:2rem;font-size:1rem}
.card .lead,.split .lead{margin:.125rem 0 1rem}
.card .lead+.lead,.split .lead+.lead{margin-top:-.75rem}
.card .sign,.split .sign{margin-bottom:.75rem}
.card label,.split label{margin-bottom:.25rem}
.card .or,.split .or{margin:.625rem 0}
.card .ways,.split .ways{gap:.5rem;margin-top:.75rem}
.card .ways .apart,.split .ways .apart{padding-top:.75rem;margin-top:.25rem}
.card footer,.split footer{padding:.5rem 1rem}
}
.panel{display:none}
body.split{--foot:var(--soft)}
@media (min-width:60rem){
body.split{flex-direction:row}
body.split .panel{display:flex;flex:1;flex-direction:column;justify-content:center;gap:1.5rem;padding:4rem;color:var(--on-panel);background:linear-gradient(150deg,var(--panel),var(--panel-deep))}
body.split .panel .logo{align-self:start;max-height:4rem;max-width:20rem}
body.split .panel p{max-width:28rem;margin:0;font-size:1.75rem;font-weight:650;line-height:1.25;letter-spacing:-.015em;text-wrap:balance}
body.split .panel p+p{font-size:1.0625rem;font-weight:400;line-height:1.5;letter-spacing:0}
body.split .stage{flex:0 0 min(34rem,45%);justify-content:center}
body.split main{flex:none;padding-inline:2.5rem}
}
`;

/** The account pages: a header, the subjects at the side, one subject in the middle. */
const ACCOUNT = `.head{display:flex;align-items:center;gap:.75rem;padding:.75rem 1.5rem;background:var(--paper);border-bottom:1px solid var(--hair)}
.head .brand{flex:1;flex-direction:row;min-width:0;margin:0}
.head .mark{width:2rem;height:2rem;font-size:1rem}
.head .mark .icon{width:1.25rem;height:1.25rem}
.head .logo{max-height:2rem;max-width:10rem}
.head .organization{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--ink);font-weight:600}
.head .button{flex:none;width:auto;min-height:2.25rem;margin:0;padding:.25rem .75rem;font-size:.875rem}
body.account .stage{display:grid;grid-template:1fr auto/minmax(0,1fr);max-width:66rem;margin-inline:auto}
body.account main{max-width:none;padding:1.5rem 1.5rem 2.5rem;background:none}
body.account h1{font-size:1.625rem;margin-bottom:.25rem}
body.account .lead{text-align:start;margin-bottom:1.5rem}
.subjects{display:none}
.subjects ul{display:grid;gap:.125rem;padding:0;margin:0;list-style:none}
.subjects a{display:flex;align-items:center;gap:.75rem;padding:.5rem .75rem;font-weight:500;color:var(--soft);text-decoration:none;border-radius:var(--round)}
.subjects a:hover{color:var(--ink);background:var(--hover)}
.subjects a[aria-current]{color:var(--on-tint);background:var(--tint)}
.back{display:inline-flex;align-items:center;gap:.375rem;margin-bottom:1rem;font-size:.875rem;font-weight:550;text-decoration:none}
.back .icon{width:1rem;height:1rem}
section{padding:1.25rem;margin:0 0 1rem;background:var(--paper);border:1px solid var(--hair);border-radius:var(--bend)}
section>:last-child,section form:last-child>:last-child{margin-bottom:0}
section p{color:var(--soft)}
section p strong,section p.error{color:inherit}
section p strong{color:var(--ink)}
section p.error{color:var(--error)}
section form>button,section form>.row-of>button,section>p>.button{width:auto;min-width:9rem}
section form>button.link{min-width:0}
body.account section p:has(>svg[role=img]){text-align:start}
summary{width:fit-content;cursor:pointer}
section summary{margin-bottom:.75rem;font-weight:550;color:var(--accent)}
body.account main>form{display:flex;flex-wrap:wrap;gap:.625rem}
body.account main>form>button.quiet{margin:0}
section h2+form,section h2+ul{margin-top:1rem}
.danger-zone{border-color:var(--error)}
.beside{display:flex;gap:1rem;align-items:center;padding-block:.875rem;border-top:1px solid var(--hair)}
.beside:first-child{border-top:0;padding-top:.25rem}
.beside:last-child{padding-bottom:.25rem}
.beside p{flex:1;min-width:0;margin:0;color:var(--ink)}
.beside>.icon,.beside>.face{color:var(--on-tint)}
.beside button{width:auto;min-width:0;min-height:2.25rem;padding:.25rem .75rem;margin:0;font-size:.875rem;white-space:nowrap}
section .beside strong,.tag{display:inline-block;padding:.0625rem .5rem;font-size:.75rem;font-weight:600;color:var(--on-tint);background:var(--tint);border-radius:1rem}
.tag.good{color:var(--success);background:var(--success-tint)}
.tag.bad{color:var(--error);background:var(--error-tint)}
em.tag{font-style:normal}
.person{display:flex;align-items:center;gap:1rem;margin:1rem 0 1.5rem}
.person b{display:block;font-size:1.0625rem;font-weight:650;color:var(--ink)}
.person .face{width:3.5rem;height:3.5rem;font-size:1.375rem}
.person p{margin:0;color:var(--soft)}
.tiles.wide .tile,.tiles.list .tile{background:var(--paper);padding:1rem}
.tiles.wide .tile:hover,.tiles.list .tile:hover{background:var(--hover)}
@media (min-width:30rem){body.account{--foot:var(--on-ground)}body.account h1,.person b,.person strong{color:var(--ground-ink)}body.account .lead,.person p,.subjects a{color:var(--on-ground)}.back{color:var(--ground-accent)}}
@media (max-width:29.99rem){.beside{flex-wrap:wrap}.beside button{white-space:normal}.beside>form{flex-basis:100%;padding-inline-start:2.25rem}.beside>.face~form{padding-inline-start:3.25rem}section form>button{width:100%}.tiles.wide .tile{padding:.875rem}}
@media (min-width:52rem){
body.account .stage{grid-template-columns:15rem minmax(0,1fr);column-gap:2rem;padding-inline:1.5rem}
.subjects{display:block;padding-top:2rem}
body.account main{padding:2rem 0 3rem;max-width:44rem;margin:0}
body.account footer{grid-column:1/-1}
.back{display:none}
.tiles.wide{grid-template-columns:1fr 1fr}
section{padding:1.5rem}
section form>div>input,section form>input{max-width:26rem}
section .reveal{margin-inline:calc(min(100%,26rem) - 2.75rem) 0}
body.account main>form>button{width:auto;min-width:9rem}
}
`;

/** Preferences that people set on their device. */
const PREFERENCES = `@media (prefers-reduced-motion:reduce){*,::before,::after{transition:none!important;animation-duration:2s!important}
button:active,.button:active{transform:none}
@keyframes turn{50%{opacity:.25}}}
@media (forced-colors:active){select{appearance:auto}button,.button,main,section{border:1px solid}}
@media print{footer,.tools,main form,.subjects,.back{display:none}body{background:none}}
`;

export const RULES = ELEMENTS + CARD + ACCOUNT + PREFERENCES;
