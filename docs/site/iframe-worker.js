// Browsers refuse to start workers for pages of file://. The search of the site is a worker, so such pages get this class
// instead: it runs the script in a hidden frame, which has the same members as a worker.
//
// The name of the file matters: with it, the generator of the site adds no script of another origin for this.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = []; // messages for a script that has not been read yet
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      this.start(String(url));
    }

    start(url) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.tell(data);
      const script = inside.document.createElement("script");
      script.src = new URL(url, location.href).href;
      script.onload = () => {
        this.ready = true;
        for (const data of this.waiting.splice(0)) this.pass(data);
      };
      script.onerror = () => this.onerror?.(new ErrorEvent("error"));
      inside.document.body.append(script);
    }

    // A message of the script to the page.
    tell(data) {
      const event = new MessageEvent("message", { data });
      setTimeout(() => {
        this.dispatchEvent(event);
        this.onmessage?.(event);
      });
    }

    // A message of the page to the script.
    pass(data) {
      const inside = this.frame.contentWindow;
      setTimeout(() => inside?.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    postMessage(data) {
      if (this.ready) this.pass(data);
      else this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
