<#import "template.ftl" as layout>
<@layout.registrationLayout; section>
  <#if section == "header">
    ${msg("webauthn-registration-title")}
  <#elseif section == "form">
    <p>${msg("passkeyIntro")}</p>
    <form id="register" action="${url.loginAction}" method="post" data-passkey="make" data-challenge="${challenge}" data-user="${userid}" data-name="${username}" data-algorithms="<#list signatureAlgorithms as algorithm>${algorithm?c}<#sep>,</#list>" data-site="${rpEntityName}" data-host="${rpId}" data-known="${excludeCredentialIds}">
      <#list ["clientDataJSON", "attestationObject", "publicKeyCredentialId", "authenticatorLabel", "transports", "authenticatorAttachment"] as part>
      <input type="hidden" name="${part}">
      </#list>
      <p class="msg-error" role="alert" data-failed="${msg("passkeyNotMade")}" data-unable="${msg("webauthn-unsupported-browser-text")}" hidden></p>
      <p class="buttons"><button class="btn" id="registerWebAuthn" type="submit" hidden>${msg("doRegisterSecurityKey")}</button></p>
    </form>
    <p data-begin="code-app" hidden>${msg("passkeyRather")} <a>${msg("passkeyApp")}</a></p>
    <noscript><p>${msg("passkeyScript")}</p></noscript>
    <script type="module" src="${url.resourcesPath}/js/passkey.js"></script>
  </#if>
</@layout.registrationLayout>
